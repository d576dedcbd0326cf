-- Reward events of a block, counted and summed over all validators, for the comparison with a node's block results.
with
  totals as (
    select toString(kind) as kind, count() as event_count, sum(amount) as total
    from raw_cosmos_event final
    where
      network = {network:String}
      and height = {point:UInt32}
      and (section = 'transaction' or kind in ('rewards', 'commission'))
    group by kind
  )
select
  '' as subject,
  concat(listed.kind, '_', part.1) as item,
  part.2 as value
from (select arrayJoin(['rewards', 'commission', 'withdraw_rewards', 'withdraw_commission']) as kind) as listed
left join totals on totals.kind = listed.kind
array join [
  ('count', toString(if(totals.kind = '', 0, totals.event_count))),
  ({denomination:String}, toString(if(totals.kind = '', toDecimal256(0, 18), totals.total)))
] as part
