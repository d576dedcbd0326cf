-- Of an epoch with a snapshot of stake accounts: whether all blocks that pay rewards in it are stored, and whether
-- more than 9 % of the active stake was activated or deactivated in one of the three epochs before.
with
  blocks as (
    select
      count() = max(slot) - {epoch_from:UInt32} + 1 as is_known,
      countIf(is_produced) as produced_count,
      -- The first block of an epoch has it.
      max(reward_partition_count) as partition_count
    from raw_solana_slot final
    where network = {network:String} and slot >= {epoch_from:UInt32} and epoch = {point:UInt32}
  ),
  stakes as (
    select activation_epoch, deactivation_epoch, stake_lamports
    from raw_solana_stake final
    where network = {network:String} and epoch = {point:UInt32}
  ),
  changes as (
    select toUInt64(changed) as changed_epoch, sum(stake_lamports) as lamports
    from stakes
    array join [activation_epoch, deactivation_epoch] as changed
    where activation_epoch != deactivation_epoch and changed + 3 >= {point:UInt32} and changed < {point:UInt32}
    group by changed_epoch
  )
select
  toBool((select is_known and produced_count > partition_count from blocks) = 1) as is_paid,
  toBool(
    (select toUInt256(max(lamports)) * 100 from changes)
      > (select toUInt256(sum(stake_lamports)) * 9 from stakes where deactivation_epoch >= {point:UInt32})
  ) as is_ramping
from raw_solana_stake_snapshot final
where network = {network:String} and epoch = {point:UInt32}
