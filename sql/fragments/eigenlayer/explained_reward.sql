-- What an account earned of one token by one snapshot, of the first root that covers it. One row, of nulls without any.
-- `covering` is covering_roots.sql.
select
  sumOrNull(told.cumulative - told.before) as amount,
  anyOrNull(told.root_index) as root_index,
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
) as told
inner join covering on covering.root_index = told.root_index
where told.snapshot > covering.behind and told.snapshot <= covering.last_snapshot
