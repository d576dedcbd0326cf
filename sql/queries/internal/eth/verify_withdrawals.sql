-- Withdrawals of the blocks of some slots, and their numbers, for the comparison with an execution node.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date,
  own as (
    select withdrawal_index, slot, validator_index, address, amount_gwei
    from raw_eth_withdrawal final
    where network = {network:String} and slot in {slots:Array(UInt32)}
  )
select
  toString(validator_index) as subject,
  concat('withdrawal ', toString(withdrawal_index), ' at slot ', toString(slot)) as item,
  concat(toString(amount_gwei), ' gwei to ', lower(toString(address))) as value,
  epoch_date as date
from own
union all
select
  '' as subject,
  concat('withdrawals at slot ', toString(slots.slot)) as item,
  toString(countIf(slots.is_withdrawal)) as value,
  null as date
from (
  select slot, 1 as is_withdrawal
  from own
  union all
  select arrayJoin({slots:Array(UInt32)}) as slot, 0 as is_withdrawal
) as slots
group by slots.slot
