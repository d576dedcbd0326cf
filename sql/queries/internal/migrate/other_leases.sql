-- Other processes that change tables now: those with a recent heartbeat that have not released the lease.
select
  owner,
  dateDiff('second', beat_at, now64(3)) as silence
from app_migration_lease final
where owner != {owner:String}
  and is_released = 0
  and beat_at > now64(3) - toIntervalMillisecond({silence:UInt32})
order by owner
