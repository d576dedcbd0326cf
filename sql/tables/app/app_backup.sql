/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_backup (
  name String comment 'Folder of the backup below BACKUP_DESTINATION: its day, and a number',
  state Enum8('begun' = 1, 'good' = 2, 'failed' = 3, 'removed' = 4) comment 'begun: it is being made, or was interrupted; inside of a backup it is the row of that very one',
  manifest String comment 'JSON: what it holds, what it is based on, what made it',
  recorded_at DateTime64(3, 'UTC') comment 'Version, by the clock of the server: the newest record counts'
)
engine = ReplacingMergeTree(recorded_at)
order by (name)
comment 'One row per backup of a warehouse on servers. It is in every backup, so that any of them tells of those before it'
