/* ---
height: epoch
fed_by: topic epoch
steady: epoch
announces: [raw_eth_consolidation, raw_eth_consolidation_balance, raw_eth_day_balance, raw_eth_pending_consolidation, raw_eth_proposer_duty, raw_eth_slashed_balance, raw_eth_sync_balance]
keep: raw
--- */
create table if not exists raw_eth_epoch (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  fork LowCardinality(String) comment 'Fork in force in the epoch',
  genesis_time UInt64 comment 'Seconds since 1970 of slot 0',
  genesis_validators_root FixedString(66) comment 'Identity of the chain',
  spec String comment 'JSON object: constants of the node that the maths reads',
  role Enum8('support' = 0, 'full' = 1) comment 'support: facts that neighbouring epochs need, no rows of its own; full: computed and served',
  sync_committee Array(UInt32) comment 'Validator of each sync committee seat; empty before Altair',
  finalized_epoch_after UInt32 comment 'Finalized epoch in the state at the first slot of the next epoch',
  parent_block_root FixedString(66) comment 'Root of the last block before the first slot of the epoch',
  registry_epoch UInt32 comment 'Epoch of the last full registry snapshot at or before this epoch',
  registry_rows UInt32 comment 'Registry rows published for this epoch',
  pending_deposit_rows Nullable(UInt32) comment 'Rows of the pending deposit snapshot; null where none was taken',
  inactivity_score_rows Nullable(UInt32) comment 'Inactivity scores that the epoch is entered with, read from the state of a node; null where they follow from the epoch before',
  is_consolidation_known UInt8 comment '1 when the node told which consolidations were executed on entering the epoch',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch)
comment 'One row per epoch: what the listener announced for it and what its end settled'
