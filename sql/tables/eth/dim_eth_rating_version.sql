/* ---
height: none
fed_by: topic epoch
keep: forever
--- */
create table if not exists dim_eth_rating_version (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  from_epoch UInt32 comment 'First epoch of the version',
  rating_version LowCardinality(String) comment 'v1.0, v2.0, v2.1 or v3.0',
  proposer_weight Float64 comment 'Weight of the proposer part; the attester part has the rest',
  empty_payload_score Float64 comment 'Score of a proposed block without transactions',
  orphaned_score Float64 comment 'Score of an orphaned block',
  is_source_counted UInt8 default 1 comment '1 if correctness counts source votes in addition to target and head votes',
  version UInt64 comment 'Model revision: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, from_epoch)
comment 'One row per network and rating version: the rules of the effectiveness rating from an epoch on'
