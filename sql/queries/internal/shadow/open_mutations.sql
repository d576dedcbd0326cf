-- How many deletions in a database are not carried out yet, and why one of them failed, if one did.
select
  count() as open,
  max(latest_fail_reason) as reason
from system.mutations
where
  database = {database:String}
  and not is_done
