/* ---
height: epoch
fed_by: topic registry
keep: raw
--- */
create table if not exists raw_eth_inactivity_score (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  score UInt64 comment 'Inactivity score before the rewards of the epoch' codec(T64, ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, validator_index)
comment 'One row per validator with a score above zero at the start of the epoch with which a history begins, read from the state of a node'
