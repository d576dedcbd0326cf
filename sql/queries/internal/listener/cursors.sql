-- How far each listener is.
select
  listener,
  height
from app_listener_cursor final
order by listener asc
