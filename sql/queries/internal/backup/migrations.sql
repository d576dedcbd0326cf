-- Numbered migrations that this warehouse has seen.
select name
from app_migration final
where kind = 'migration'
order by name asc
