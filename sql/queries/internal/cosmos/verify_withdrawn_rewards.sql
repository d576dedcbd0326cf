-- Rewards that delegators withdrew from some validators by a block's events, for the comparison with a node.
with
  changes as (
    select validator, sumIf(amount, kind = 'withdraw_rewards') as change
    from raw_cosmos_event final
    where network = {network:String} and height = {point:UInt32}
    group by validator
  ),
  blocks as (
    select day
    from raw_cosmos_block final
    where network = {network:String} and height = {point:UInt32}
  )
select
  listed.validator as subject,
  {item:String} as item,
  toString(if(changes.validator = '', toDecimal256(0, 18), changes.change)) as value,
  toString(blocks.day) as date
from (select arrayJoin({validators:Array(String)}) as validator) as listed
cross join blocks
left join changes on changes.validator = listed.validator
