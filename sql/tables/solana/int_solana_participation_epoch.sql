/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_solana_participation_epoch (
  network LowCardinality(String) comment 'Network, such as mainnet',
  epoch UInt32 comment 'Epoch under Alpenglow with all slots known' codec(Delta, ZSTD(1)),
  vote_account LowCardinality(String) comment 'Vote account admitted to the epoch',
  stake_lamports Nullable(UInt64) comment 'Stake from which its rewards are computed, as of the previous epoch; null if no state of that epoch is known' codec(ZSTD(1)),
  earned_lamports Nullable(UInt64) comment 'Lamports of credit in the epoch; null if the account was closed before they were read' codec(ZSTD(1)),
  leader_reward_lamports UInt64 comment 'Part of earned_lamports for certificates in the blocks that it led: the mean per block, times its blocks' codec(ZSTD(1)),
  voter_reward_lamports Nullable(UInt64) comment 'Reward per slot as a voter; null if the inputs of the epoch are unknown' codec(ZSTD(1)),
  led_block_count UInt32 comment 'Led blocks' codec(T64, ZSTD(1)),
  block_count UInt32 comment 'Blocks of the epoch; each rewards one slot' codec(T64, ZSTD(1)),
  participation Nullable(Float64) comment 'Share of possible certificates that include it, 0 to 1; null if unknown' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, newest state: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 10))
order by (network, epoch, vote_account)
comment 'One row per epoch under Alpenglow and vote account admitted to it'
