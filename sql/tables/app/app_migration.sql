/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_migration (
  kind Enum8('table' = 1, 'migration' = 2, 'function' = 3, 'view' = 4) comment 'Folder of sql/ in which the file lies, in the singular',
  name String comment 'Name of the file without .sql',
  checksum FixedString(64) comment 'SHA-256 of the statement, comments and white space aside, in hex; of a view together with all functions; zeros: the file is gone, and what it made',
  recorded_at DateTime64(3, 'UTC') comment 'Version: the newest record counts'
)
engine = ReplacingMergeTree(recorded_at)
order by (kind, name)
comment 'One row per SQL file that this warehouse has carried out'
