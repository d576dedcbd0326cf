/* ---
height: epoch
fed_by: topic registry
keep: raw
view: eth_registry
--- */
create table if not exists raw_eth_registry (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  balance_gwei UInt64 comment 'Balance' codec(T64, ZSTD(1)),
  effective_balance_gwei UInt64 comment 'Effective balance' codec(T64, ZSTD(1)),
  is_slashed UInt8 comment '1 if slashed',
  activation_eligibility_epoch UInt64 comment '2^64-1 if not set (FAR_FUTURE_EPOCH)' codec(ZSTD(1)),
  activation_epoch UInt64 comment '2^64-1 if not set (FAR_FUTURE_EPOCH)' codec(ZSTD(1)),
  exit_epoch UInt64 comment '2^64-1 if not set (FAR_FUTURE_EPOCH)' codec(ZSTD(1)),
  withdrawable_epoch UInt64 comment '2^64-1 if not set (FAR_FUTURE_EPOCH)' codec(ZSTD(1)),
  is_snapshot UInt8 comment '1 if the row belongs to a full snapshot',
  version UInt64 comment 'Snapshots above changes, then decoder revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, validator_index)
comment 'One row per validator and recorded epoch, in the state at its first slot. Full snapshots have all validators, epochs between them only changed ones'
