-- Every listener that has a cursor.
select listener
from app_listener_cursor final
order by listener asc
