-- Epochs with more payments than their payouts are computed from, or whose credits, tips or stake accounts were read
-- since.
with
  epochs as (select network, epoch, first_slot from raw_solana_epoch final),
  paid as (
    select reward.network as network, toUInt32(epochs.epoch - 1) as paid_epoch, count() as facts
    from (
      select network, slot
      from raw_solana_reward final
      where reward_type = 'Voting' or vaSolanaIsStakeReward(reward_type)
    ) as reward
    asof inner join (
      select network, epoch, first_slot from epochs where epoch > 0
    ) as epochs on epochs.network = reward.network and reward.slot >= epochs.first_slot
    group by network, paid_epoch
  ),
  read as (
    select network, read_epoch, max(slot) as state
    from (
      select network, epoch as read_epoch, slot from raw_solana_credit
      union all
      select network, created_epoch as read_epoch, slot from raw_solana_tip
      union all
      select network, created_epoch as read_epoch, slot from raw_solana_priority_fee
      union all
      select network, toUInt32(arrayJoin([epoch, greatest(epoch, 1) - 1, greatest(epoch, 2) - 2])) as read_epoch, slot
      from raw_solana_stake_snapshot
    )
    group by network, read_epoch
  ),
  wanted as (
    select network, paid_epoch as epoch from paid
    union distinct
    select network, read_epoch as epoch from read where (network, read_epoch) in (select network, epoch from epochs)
  ),
  made as (
    select
      network,
      epoch,
      max(intDivOrZero(moduloOrZero(version, {reward_revision:UInt64}), {reward_facts:UInt64})) as facts,
      max(moduloOrZero(version, {reward_facts:UInt64})) as state
    from int_solana_stake_reward_epoch
    group by network, epoch
  )
select wanted.network as network, wanted.epoch as epoch
from wanted
left join paid on paid.network = wanted.network and paid.paid_epoch = wanted.epoch
left join read on read.network = wanted.network and read.read_epoch = wanted.epoch
left join made on made.network = wanted.network and made.epoch = wanted.epoch
where paid.facts > made.facts or (paid.facts = made.facts and read.state > made.state)
order by network, epoch
