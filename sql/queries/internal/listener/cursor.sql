-- The cursor of a listener. The column of the position is called slot, after the first chain: older warehouses have
-- this table, and a process of an older release may be writing it, so a new name isn't worth a migration.
select
  toString(height) as height,
  toString(slot) as position,
  root,
  positions as acknowledged,
  generation
from app_listener_cursor final
where listener = {listener:String}
