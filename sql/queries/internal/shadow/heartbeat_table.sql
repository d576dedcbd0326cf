-- The table for its owner's heartbeats, if the shadow has it.
select name
from system.tables
where
  database = {shadow:String}
  and name = 'heartbeat'
