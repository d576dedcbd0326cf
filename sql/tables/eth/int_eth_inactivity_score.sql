/* ---
height: epoch
fed_by: transform
keep: epoch
--- */
create table if not exists int_eth_inactivity_score (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  score UInt64 comment 'Inactivity score' codec(T64, ZSTD(1)),
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, validator_index)
comment 'One row per validator with a score above zero after the rewards of the epoch were paid'
