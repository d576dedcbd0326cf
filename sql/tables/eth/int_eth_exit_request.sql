/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_eth_exit_request (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  validator_index UInt32 comment 'Index' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch in which its exit was decided on: the first one since which the registry tells when it is. Before the history where its first registry already told',
  version UInt64 comment '2^32 less the epoch: the earliest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index)
comment 'One row per validator that exits or has: since when that is known'
