/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_cardano_pool_ledger_epoch (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch that earned the reward' codec(Delta, ZSTD(1)),
  pool String comment 'Pool id, bech32' codec(ZSTD(1)),
  block_count UInt32 comment 'Blocks made by the pool' codec(ZSTD(1)),
  max_reward UInt64 comment 'maxPool: reward if the pool makes every block expected of it, lovelace' codec(ZSTD(1)),
  pool_reward UInt64 comment 'maxPool times apparent performance, lovelace' codec(ZSTD(1)),
  leader_reward UInt64 comment 'Fees and the owners'' share, lovelace' codec(ZSTD(1)),
  member_share_numerator UInt256 comment 'A member gets its stake times this, divided by the denominator, rounded down' codec(ZSTD(1)),
  member_share_denominator UInt256 comment 'See member_share_numerator' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, known facts, time of reading: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, pool)
comment 'One row per pool and epoch in which it made a block: its reward by the formulas of the ledger'
