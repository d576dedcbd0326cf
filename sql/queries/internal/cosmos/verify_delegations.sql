-- Delegations of the same sample as in verify_delegators, for the comparison with a node.
with
  covered as (
    select delegation_height
    from int_cosmos_day final
    where network = {network:String} and day = toDate(toUInt16({point:UInt32}))
  ),
  sample as (
    select distinct delegator
    from raw_cosmos_delegation final
    where network = {network:String} and height = (select delegation_height from covered)
    order by cityHash64(delegator, {point:UInt32})
    limit {size:UInt32}
  )
select
  delegator as subject,
  concat({stake_item:String}, '/', validator) as item,
  toString(active_stake) as value,
  toString(day) as date
from fct_cosmos_delegator_state_daily final
where
  network = {network:String}
  and day = toDate(toUInt16({point:UInt32}))
  and delegator in (select delegator from sample)
