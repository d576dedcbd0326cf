/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_tag (
  network LowCardinality(String) comment 'Network of its validators, as in X-Service-Network',
  organization_id String comment 'Owner; no other organization can see it',
  tag_id String comment 'Identifier, a UUID',
  name String comment 'Name',
  created_by String comment 'UUID that represents the key that created it',
  is_refused UInt8 comment '1 if the tag does not exist: it exceeded the limit of the tier, or was deleted',
  created_at DateTime64(6, 'UTC') comment 'Time of creation',
  updated_at Nullable(DateTime64(6, 'UTC')) comment 'Time at which validators were last added or removed; null if they never were',
  version UInt64 comment 'Time of the change, microseconds since 1970: the highest wins; a deletion is above all others'
)
engine = ReplacingMergeTree(version)
order by (network, organization_id, tag_id)
comment 'One row per private set of validators. app_tag_validator lists its validators'
