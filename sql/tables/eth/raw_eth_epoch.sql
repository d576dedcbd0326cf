/* ---
height: epoch
fed_by: topic epoch
steady: epoch
announces: [raw_eth_consolidation, raw_eth_consolidation_balance, raw_eth_day_balance, raw_eth_pending_consolidation, raw_eth_proposer_duty, raw_eth_slashed_balance, raw_eth_sync_balance]
keep: raw
--- */
create table if not exists raw_eth_epoch (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  fork LowCardinality(String) comment 'Fork in force in the epoch',
  genesis_time UInt64 comment 'Time of slot 0, seconds since 1970',
  genesis_validators_root FixedString(66) comment 'Genesis validators root',
  spec String comment 'JSON object: constants of the node used in computations',
  role Enum8('support' = 0, 'full' = 1) comment 'support: facts for neighbouring epochs, without computed rows. full: computed and served',
  sync_committee Array(UInt32) comment 'Validator of each sync committee seat; empty before Altair',
  finalized_epoch_after UInt32 comment 'Finalized epoch in the state at the first slot of the next epoch',
  parent_block_root FixedString(66) comment 'Root of the last block before the first slot of the epoch',
  registry_epoch UInt32 comment 'Epoch of the last full registry snapshot at or before this epoch',
  registry_rows UInt32 comment 'Registry rows published for this epoch',
  pending_deposit_rows Nullable(UInt32) comment 'Rows of the pending deposit snapshot; null if none was taken',
  inactivity_score_rows Nullable(UInt32) comment 'Inactivity scores at the start of the epoch, read from the state of a node; null if they follow from the previous epoch',
  is_consolidation_known UInt8 comment '1 if the node returned the consolidations executed at the start of the epoch',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch)
comment 'One row per epoch: the facts that the listener published for it, and those known at its end'
