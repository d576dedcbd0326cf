/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_reward_check_epoch (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch of the duties and blocks' codec(Delta, ZSTD(1)),
  compared_count UInt32 comment 'Rewards of which both sides are known' codec(T64, ZSTD(1)),
  difference_count UInt32 comment 'Those of them that differ' codec(T64, ZSTD(1)),
  differences Array(Tuple(component String, slot UInt32, validator_index UInt32, reported_gwei Int64, computed_gwei Int64)) comment 'The first 1,000 of them, as in raw_eth_node_reward, with both sides' codec(ZSTD(1)),
  version UInt64 comment 'As of int_eth_epoch: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per computed epoch of which a beacon node returned rewards: how many equal the computed ones, per validator and component'
