-- Numbers of delegators at the end of a UTC day, for the comparison with a node.
select
  validator as subject,
  'delegator_count' as item,
  toString(delegator_count) as value,
  toString(day) as date
from fct_cosmos_validator_state_daily final
where
  network = {network:String}
  and day = toDate(toUInt16({point:UInt32}))
  and (not {is_sample:Bool} or validator in {validators:Array(String)})
