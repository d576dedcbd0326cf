/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_entity_rank (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  id_type LowCardinality(String) comment 'As in fct_eth_entity_window',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: every complete chain day in the warehouse',
  list String comment 'all: every entity of the type; cex or lst: pools of that kind; "of " and a name: shares of a pool or an operator' codec(ZSTD(1)),
  rank UInt32 comment 'Rank from 0: by stake on the last day, then by name' codec(Delta, ZSTD(1)),
  entity String comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  parent String comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  last_day UInt32 comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  list_size UInt32 comment 'Number of entities in the list' codec(ZSTD(1)),
  validator_count UInt32 comment 'As in fct_eth_entity_window' codec(T64, ZSTD(1)),
  active_balance_gwei UInt64 comment 'As in fct_eth_entity_window' codec(T64, ZSTD(1)),
  network_balance_gwei UInt64 comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  node_operator_count Nullable(UInt32) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  uptime Nullable(Float64) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  correctness Nullable(Float64) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  inclusion_delay Nullable(Float64) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  validator_effectiveness Nullable(Float64) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  apr_percentage Nullable(Float64) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  relayer_percentages Array(Tuple(relayer String, percentage Float64)) comment 'As in fct_eth_entity_window' codec(ZSTD(1)),
  version UInt64 comment 'Version of fct_eth_validator_window: the highest wins. A version below the network''s belongs to an earlier, longer list' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, id_type, time_window, list, rank)
comment 'One row per rank in a list of entities with active validators on the last day, so that a page is read by key; the network is a list of its own'
