-- Number of unfinished deletions in a database, and the reason why one of them failed, if one did.
select
  count() as open,
  max(latest_fail_reason) as reason
from system.mutations
where
  database = {database:String}
  and not is_done
