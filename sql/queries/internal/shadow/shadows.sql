-- Databases of shadows, by the beginning of their names.
select name
from system.databases
where startsWith(name, {prefix:String})
order by name asc
