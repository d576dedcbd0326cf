-- The state of a backup of servers.
insert into app_backup
select {name:String}, {state:String}, {manifest:String}, now64(3)
