-- A heartbeat of the process that changes tables, or its last one.
insert into app_migration_lease (owner, is_released, beat_at)
select
  {owner:String},
  {released:UInt8},
  now64(3)
