/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_migration (
  kind Enum8('table' = 1, 'migration' = 2, 'function' = 3, 'view' = 4) comment 'Folder of the file under sql/, in the singular',
  name String comment 'Name of the file without .sql',
  checksum FixedString(64) comment 'SHA-256 of the statement without comments and white space, hex; for a view, of the view and all functions; zeros if the file was removed and its object dropped',
  recorded_at DateTime64(3, 'UTC') comment 'Version: the newest record wins'
)
engine = ReplacingMergeTree(recorded_at)
order by (kind, name)
comment 'One row per SQL file that was applied to this warehouse'
