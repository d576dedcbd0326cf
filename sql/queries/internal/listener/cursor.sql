-- The cursor of a listener. The column of the position is called slot, after the chain that came first: a table that
-- older warehouses have, and that a process of an older release may be writing, isn't worth a migration for a name.
select
  toString(height) as height,
  toString(slot) as position,
  root,
  positions as acknowledged,
  generation
from app_listener_cursor final
where listener = {listener:String}
