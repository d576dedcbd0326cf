/* ---
height: none
fed_by: topic state
keep: forever
view: solana_tip
--- */
create table if not exists raw_solana_tip (
  network LowCardinality(String) comment 'Network, such as mainnet',
  created_epoch UInt32 comment 'Epoch whose tips are distributed',
  vote_account String comment 'Vote account' codec(ZSTD(1)),
  slot UInt32 comment 'Final slot at which it was read',
  commission_bps UInt16 comment 'Commission of the validator on its tips, in basis points',
  total_claim_lamports Nullable(UInt64) comment 'Tips of the epoch, in lamports; null until settled',
  version UInt64 comment 'Whether they are settled, then the slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, created_epoch, vote_account)
comment 'One row per Jito tip distribution account'
