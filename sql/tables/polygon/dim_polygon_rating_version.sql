/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_polygon_rating_version (
  network LowCardinality(String) comment 'Network',
  from_checkpoint UInt32 comment 'First checkpoint of the version',
  rating_version String comment 'polygon-1',
  signer_weight Float64 comment 'Weight of signing; signing alone counts without a turn to propose',
  proposer_weight Float64 comment 'Weight of proposing',
  version UInt64 comment 'Model revision: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, from_checkpoint)
comment 'One row per network and rating version: the weights of the effectiveness rating from a checkpoint on'
