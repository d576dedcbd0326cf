/* ---
height: none
fed_by: topic state
keep: forever
--- */
create table if not exists raw_solana_credit (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch in which the credits were earned',
  vote_account String comment 'Vote account' codec(ZSTD(1)),
  kind Enum8('tower' = 0, 'alpenglow' = 1) comment 'tower: vote credits. alpenglow: lamports',
  slot UInt32 comment 'Final slot at which they were read' codec(ZSTD(1)),
  credits UInt64 comment 'Total credits at the end of the epoch, or at the reading' codec(ZSTD(1)),
  previous_credits UInt64 comment 'Total credits at the start of the epoch' codec(ZSTD(1)),
  version UInt64 comment 'Slot: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
order by (network, epoch, vote_account, kind)
comment 'One row per vote account, epoch and kind of credits, as in the vote account'
