/* ---
height: last_day
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_entity_window (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  id_type LowCardinality(String) comment 'As in fct_eth_entity_performance_daily',
  entity String comment 'As in fct_eth_entity_performance_daily',
  time_window LowCardinality(String) comment '1d, 7d, 30d or all: every complete chain day in the warehouse',
  parent String comment 'Pool of a share; empty for others',
  pool_type LowCardinality(String) comment 'For pools, cex or lst; empty if unknown',
  last_day UInt32 comment 'Last day of the window: the last complete chain day',
  day_count UInt32 comment 'Days of the window with a record of the entity; 0 if a later import removed all of them',
  is_listed UInt8 comment '1 for a named entity with an active validator on the last day' codec(ZSTD(1)),
  validator_count UInt32 comment 'Active validators on the last day' codec(T64, ZSTD(1)),
  active_balance_gwei UInt64 comment 'Effective balances of these validators' codec(T64, ZSTD(1)),
  network_balance_gwei UInt64 comment 'Effective balances of the whole network',
  node_operator_count Nullable(UInt32) comment 'For pools, the number of operators of its active validators; null if none is known' codec(ZSTD(1)),
  uptime Nullable(Float64) comment 'Mean over validators and days, 0 to 1' codec(ZSTD(1)),
  correctness Nullable(Float64) comment 'Mean over validators and days, 0 to 1' codec(ZSTD(1)),
  inclusion_delay Nullable(Float64) comment 'Mean over validators and days, in slots' codec(ZSTD(1)),
  attester_effectiveness Nullable(Float64) comment 'Mean over validators and days, 0 to 100' codec(ZSTD(1)),
  proposer_effectiveness Nullable(Float64) comment 'Mean over validators and days, 0 to 100' codec(ZSTD(1)),
  validator_effectiveness Nullable(Float64) comment 'Mean over validators and days, 0 to 100' codec(ZSTD(1)),
  apr_validator_count UInt32 comment 'Validators that were active in every epoch of the window (90 days at most) and belonged to the entity on every day' codec(T64, ZSTD(1)),
  apr_day_count UInt32 comment 'Number of days of their rate',
  apr_earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of these validators; null if a correlation penalty is unknown' codec(T64, ZSTD(1)),
  apr_balance_sum_gwei UInt64 comment 'Sum of their effective balances in the last epochs of these days' codec(T64, ZSTD(1)),
  apr_execution_wei Nullable(UInt256) comment 'Their priority fees and baseline MEV; null if unknown for a block, or if no execution node returned any block' codec(ZSTD(1)),
  apr_percentage Nullable(Float64) comment 'Annual rate of consensus and execution rewards, each in percent with two decimals; null if either is unknown' codec(ZSTD(1)),
  relayer_percentages Array(Tuple(relayer String, percentage Float64)) comment 'Shares of the relays in the blocks of the window, largest first, with no_mev_boost for none; empty if none is known' codec(ZSTD(1)),
  version UInt64 comment 'Version of fct_eth_validator_window: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, id_type, entity, time_window)
comment 'One row per entity and time window that ends with the last complete chain day'
