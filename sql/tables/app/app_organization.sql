/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists app_organization (
  organization_id String comment 'Organization, as in API keys',
  name String comment 'Name; empty: its identifier, or the name of its own key',
  may_self_report Nullable(UInt8) comment '1 if the organization may report its own validators, 0 if not; null to follow its tier',
  version UInt64 comment 'Time of the change, microseconds since 1970: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (organization_id)
comment 'One row per organization with settings of its own; all others follow their tier'
