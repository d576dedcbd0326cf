/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_migration_lease (
  owner String comment 'The process that changes tables, by a random name',
  is_released UInt8 comment '1: it has ended in good order',
  beat_at DateTime64(3, 'UTC') comment 'Last sign of life, by the clock of the server: the newest wins. Silence of half a minute ends the lease'
)
engine = ReplacingMergeTree(beat_at)
order by (owner)
comment 'One row per process that has changed tables: two at once would run a migration twice'
