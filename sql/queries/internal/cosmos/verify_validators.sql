-- Validators in the state of a UTC day, and the mean rate of the active set, for the comparison with a REST gateway.
with
  covered as (
    select state_height
    from int_cosmos_day final
    where network = {network:String} and day = toDate(toUInt16({point:UInt32}))
  )
select
  validator as subject,
  part.1 as item,
  part.2 as value,
  toString(toDate(toUInt16({point:UInt32}))) as date
from raw_cosmos_validator final
array join [
  ({stake_item:String}, toString(stake)),
  ('commission_rate', toString(commission_rate)),
  ('is_bonded', toString(is_bonded)),
  ('is_jailed', toString(is_jailed))
] as part
where
  network = {network:String}
  and height = (select state_height from covered)
  and (not {is_sample:Bool} or validator in {validators:Array(String)})
union all
select
  '' as subject,
  'avg_commission_rate' as item,
  toString(assumeNotNull(avg_commission_rate)) as value,
  toString(day) as date
from fct_cosmos_network_reward_daily final
where
  network = {network:String}
  and day = toDate(toUInt16({point:UInt32}))
  and avg_commission_rate is not null
