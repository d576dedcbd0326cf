-- A backup of servers was restored: its manifest has the time, its state stays. One that is not listed here is a good
-- one.
insert into app_backup
select {name:String}, if(count() = 0, 'good', toString(any(state))), {manifest:String}, now64(3)
from app_backup final
where name = {name:String}
