-- Whether this database stores dead letters: a replay's shadow does not.
select toUInt8(count()) as is_kept
from system.tables
where database = currentDatabase() and name = 'app_dead_letter'
