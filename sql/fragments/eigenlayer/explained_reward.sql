-- Earnings of an account in one token by one snapshot, for the first root that covers it. One row, with nulls if there
-- are none. `covering` is covering_roots.sql.
select
  sumOrNull(earned.cumulative - earned.before) as amount,
  anyOrNull(earned.root_index) as root_index,
  anyOrNull(covering.is_active) as is_active,
  if(is_active = 1, toDate(anyOrNull(covering.activated_at)), null) as activated_on
from (
  select snapshot, root_index, cumulative, before
  from raw_eigenlayer_reward final
  where
    network = {network:String}
    and earner = toFixedString(unhex(substring({account:String}, 3)), 20)
    and token = toFixedString(unhex(substring(ifNull({token:Nullable(String)}, ''), 3)), 20)
    and snapshot = {date:Date}
    and cumulative > before
) as earned
inner join covering on covering.root_index = earned.root_index
where earned.snapshot > covering.earlier_snapshot and earned.snapshot <= covering.last_snapshot
