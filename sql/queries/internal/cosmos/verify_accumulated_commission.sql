-- Changes of the accumulated commission of some validators by the events of a block, for the comparison with a node's state.
with
  changes as (
    select validator, -sum(amount * vaCosmosCommissionSign(kind)) as change
    from raw_cosmos_event final
    where network = {network:String} and height = {point:UInt32}
    group by validator
  )
select
  listed.validator as subject,
  {item:String} as item,
  toString(if(changes.validator = '', toDecimal256(0, 18), changes.change)) as value,
  toString(block.day) as date
from (select arrayJoin({validators:Array(String)}) as validator) as listed
cross join (select day from raw_cosmos_block final where network = {network:String} and height = {point:UInt32}) as block
left join changes on changes.validator = listed.validator
