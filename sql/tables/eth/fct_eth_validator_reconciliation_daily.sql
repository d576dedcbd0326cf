/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_eth_validator_reconciliation_daily (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'As in fct_eth_validator_performance_daily',
  validator_index UInt32 comment 'Index of the validator' codec(ZSTD(1)),
  day UInt32 comment 'Number of the day' codec(Delta, ZSTD(1)),
  start_epoch UInt32 comment 'Epoch of the first snapshot' codec(Delta, ZSTD(1)),
  end_epoch UInt32 comment 'Epoch of the second snapshot' codec(Delta, ZSTD(1)),
  start_balance_gwei UInt64 comment 'Balance in the first snapshot; 0 for a validator that appeared after it' codec(ZSTD(1)),
  end_balance_gwei UInt64 comment 'Balance in the second snapshot' codec(ZSTD(1)),
  attestation_gwei Int64 comment 'Attestation rewards and penalties paid between the snapshots, leak included' codec(ZSTD(1)),
  sync_gwei Int64 comment 'Sync rewards and penalties of the blocks between the snapshots' codec(ZSTD(1)),
  proposer_gwei Int64 comment 'Proposer rewards of the blocks between the snapshots' codec(ZSTD(1)),
  slashing_gwei Int64 comment 'Initial slashing penalties and correlation penalties, zero or below' codec(ZSTD(1)),
  void_deposit_gwei UInt64 comment 'Deposits of a validator created between the snapshots that were not credited: its balance shows that their signatures were invalid' codec(ZSTD(1)),
  deposit_gwei Int64 comment 'Deposits credited' codec(ZSTD(1)),
  withdrawal_gwei Int64 comment 'Withdrawals, zero or below' codec(ZSTD(1)),
  consolidation_gwei Int64 comment 'Incoming consolidations less outgoing ones' codec(ZSTD(1)),
  residual_gwei Nullable(Int64) comment 'Unexplained balance change, 0 if all inputs are known; null if inputs are missing' codec(ZSTD(1)),
  missing_inputs Array(LowCardinality(String)) comment 'Inputs that are not ingested for this row' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then epochs between the snapshots, then their known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, validator_index, day)
-- New parts are one file instead of a hundred; merged ones beyond 256 MiB are one a column again.
settings min_bytes_for_wide_part = 268435456
comment 'One row per validator in the second of the two registry snapshots of a chain day or UTC day, unless it had already exited and withdrawn everything: balance change compared with attributed rewards and known transfers'
