/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_reward_check_epoch (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch of the duties and blocks' codec(Delta, ZSTD(1)),
  compared_count UInt32 comment 'Rewards that are known from both sides' codec(T64, ZSTD(1)),
  difference_count UInt32 comment 'Compared rewards that differ' codec(T64, ZSTD(1)),
  differences Array(Tuple(component String, slot UInt32, validator_index UInt32, reported_gwei Int64, computed_gwei Int64)) comment 'The first 1,000 differences, as in raw_eth_node_reward, with the reward of each side' codec(ZSTD(1)),
  version UInt64 comment 'Version of int_eth_epoch: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per computed epoch for which a beacon node returned rewards: the comparison with computed rewards per validator and component'
