/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_share (
  network LowCardinality(String) comment 'Network, such as mainnet',
  staker FixedString(20) comment 'Holder of the shares, bytes' codec(ZSTD(1)),
  strategy FixedString(20) comment 'Strategy, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  position UInt16 comment 'Index in the lists of the log' codec(ZSTD(1)),
  day Date comment 'UTC day of the block' codec(Delta, ZSTD(1)),
  kind Enum8('deposit' = 0, 'pod' = 1, 'withdrawal_m1' = 2, 'withdrawal_m2' = 3, 'withdrawal_scaled' = 4, 'scaling_factor' = 5, 'beacon_factor' = 6, 'scaling_reset' = 7, 'operator_increase' = 8, 'operator_decrease' = 9, 'pod_total' = 10) comment 'Meaning of amount: shares added, a signed change of pod shares, shares removed when queued (scaled since slashing), a factor of 10^18 in force from then on, or a total reported by contracts (shares of the operator, shares of a pod)' codec(ZSTD(1)),
  amount Int256 comment 'Shares in the smallest unit of the strategy, or a factor of 10^18' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, staker, strategy, block, log_index, position)
comment 'One row per change of a staker''s shares or factor in a strategy, and per total that contracts report with it'
