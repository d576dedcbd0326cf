-- Numbered migrations that were applied to this warehouse.
select name
from app_migration final
where kind = 'migration'
order by name asc
