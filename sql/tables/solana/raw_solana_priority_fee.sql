/* ---
height: none
fed_by: topic state
keep: forever
view: solana_priority_fee
--- */
create table if not exists raw_solana_priority_fee (
  network LowCardinality(String) comment 'Network, such as mainnet',
  created_epoch UInt32 comment 'Epoch whose fees are distributed',
  vote_account String comment 'Vote account' codec(ZSTD(1)),
  slot UInt32 comment 'Final slot at which it was read',
  commission_bps UInt16 comment 'Commission of the validator on its fees, in basis points, as it states',
  transferred_lamports UInt64 comment 'Fees that it passed on in the epoch, in lamports, as counted by the program; grows until the epoch ends' codec(ZSTD(1)),
  total_claim_lamports Nullable(UInt64) comment 'Fees available to delegators and the tip router, in lamports; null until settled' codec(ZSTD(1)),
  version UInt64 comment 'Whether they are settled, then the slot: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, created_epoch, vote_account)
comment 'One row per Jito priority fee distribution account (JIP-16)'
