-- Backups of servers, the oldest first.
select name, toString(state) as state, manifest
from app_backup final
where state != 'removed'
order by name asc
