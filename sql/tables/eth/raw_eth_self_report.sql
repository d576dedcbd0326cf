/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists raw_eth_self_report (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  pubkey FixedString(48) comment 'BLS public key of the validator, bytes; the validator may not exist on the chain yet',
  organization_id String comment 'Organization that reported it as its own. If there are several, the one with the lowest reported_at counts, then the first by this column',
  operator String comment 'Name of the organization at its last report: the node operator',
  pool_tag Nullable(String) comment 'Pool for which it runs the validator; null if not named',
  reported_at DateTime64(6, 'UTC') comment 'Time of the first report by this organization',
  version UInt64 comment 'Microseconds since 1970 of the last report: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, pubkey, organization_id)
comment 'One row per validator and organization that reported it as its own: a source of entities with lower priority than imports'
