/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_organization (
  organization_id String comment 'Organization, as keys name it',
  name String comment 'Name that it goes by; empty: its identifier, or the name of its own key',
  may_self_report Nullable(UInt8) comment '1: its reports of own validators are taken, 0: refused; null: as its tier says',
  version UInt64 comment 'Microseconds since 1970 of the change: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (organization_id)
comment 'One row per organization of which more is known than its keys; all others are as their tier says'
