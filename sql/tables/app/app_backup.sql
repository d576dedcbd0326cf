/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_backup (
  name String comment 'Folder of the backup under BACKUP_DESTINATION: its day and a number',
  state Enum8('begun' = 1, 'good' = 2, 'failed' = 3, 'removed' = 4) comment 'begun: in progress or interrupted. Inside a backup, the row of that backup itself has this state',
  manifest String comment 'JSON: contents of the backup, the backup it is based on, and the version that created it',
  recorded_at DateTime64(3, 'UTC') comment 'Version, by the clock of the server: the newest record wins'
)
engine = ReplacingMergeTree(recorded_at)
order by (name)
comment 'One row per backup of a warehouse on servers. The table is part of every backup, so each one lists the backups before it'
