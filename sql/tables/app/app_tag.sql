/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_tag (
  network LowCardinality(String) comment 'Network of its validators, as X-Service-Network names it',
  organization_id String comment 'Owner: nobody else sees it',
  tag_id String comment 'Identifier, a UUID',
  name String comment 'Name',
  created_by String comment 'UUID that stands for the key it was created with',
  is_refused UInt8 comment '1: there is no such tag: it was one too many for the tier by then, or is deleted',
  created_at DateTime64(6, 'UTC') comment 'Time of creation',
  updated_at Nullable(DateTime64(6, 'UTC')) comment 'Time at which validators were last added or removed; null before that',
  version UInt64 comment 'Microseconds since 1970 of the change: the highest wins; an end stands above all'
)
engine = ReplacingMergeTree(version)
order by (network, organization_id, tag_id)
comment 'One row per private set of validators. Which belong to it is in app_tag_validator'
