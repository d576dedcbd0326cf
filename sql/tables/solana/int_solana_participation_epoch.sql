/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_solana_participation_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch under Alpenglow, all of whose slots are known' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account that was admitted to the epoch',
  stake_lamports Nullable(UInt64) comment 'Stake that its rewards are computed from: as of the epoch before; null when no state of that is known' codec(ZSTD(1)),
  earned_lamports Nullable(UInt64) comment 'Its lamports of credit in the epoch; null when the account was gone before they were read' codec(ZSTD(1)),
  leader_reward_lamports UInt64 comment 'Of them, the part for certificates in the blocks that it led: the mean of a block, times its blocks' codec(ZSTD(1)),
  voter_reward_lamports Nullable(UInt64) comment 'What a slot pays to it as a voter; null when the inputs of the epoch are unknown' codec(ZSTD(1)),
  led_block_count UInt32 comment 'Blocks that it led' codec(T64, ZSTD(1)),
  block_count UInt32 comment 'Blocks of the epoch: each rewards one slot' codec(T64, ZSTD(1)),
  participation Nullable(Float64) comment 'Certificates that include it, of those that could: 0 to 1; null when unknown' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, vote_account)
comment 'One row per epoch under Alpenglow and vote account that was admitted to it'
