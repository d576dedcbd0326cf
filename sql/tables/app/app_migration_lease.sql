/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_migration_lease (
  owner String comment 'Random name of the process that changes tables',
  is_released UInt8 comment '1 if the process ended normally',
  beat_at DateTime64(3, 'UTC') comment 'Last heartbeat, by the clock of the server: the newest wins. The lease ends after 30 seconds without one'
)
engine = ReplacingMergeTree(beat_at)
order by (owner)
comment 'One row per process that has changed tables. The lease prevents two processes from running a migration twice'
