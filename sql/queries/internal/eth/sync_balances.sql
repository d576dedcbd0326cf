-- Balances with which withdrawable sync committee members enter a range of epochs, and later balance changes by
-- consolidations of the epoch transition: the balance before an epoch is the one before its transition.
with
  consolidations as (
    select epoch, source_index, target_index, toInt64(amount_gwei) as amount_gwei
    from raw_eth_consolidation final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  ),
  moves as (
    select epoch, move.1 as validator_index, sum(move.2) as moved_gwei
    from consolidations
    array join [(source_index, -amount_gwei), (target_index, amount_gwei)] as move
    group by epoch, validator_index
  )
select
  balances.epoch as epoch,
  balances.validator_index as validator_index,
  balances.slot as slot,
  toFloat64(balances.balance_gwei) as balance_gwei,
  -- 0 if no consolidation names the member, or if the balance is the one after the epoch's first block.
  toFloat64(if(balances.slot < balances.epoch * {slots_per_epoch:UInt32}, moves.moved_gwei, 0)) as moved_gwei
from raw_eth_sync_balance as balances final
left join moves on moves.epoch = balances.epoch and moves.validator_index = balances.validator_index
where balances.network = {network:String} and balances.epoch between {from:UInt32} and {to:UInt32}
