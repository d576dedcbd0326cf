-- The cursor of each listener.
select
  listener,
  height
from app_listener_cursor final
order by listener asc
