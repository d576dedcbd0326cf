/* ---
height: slot
fed_by: topic slot
steady: slot
announces: [raw_solana_vote]
keep: raw
view: solana_slot
--- */
create table if not exists raw_solana_slot (
  network LowCardinality(String) comment 'Network, such as mainnet',
  slot UInt32 comment 'Slot' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch, by the node''s epoch schedule' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of block_at' codec(Delta, ZSTD(1)),
  leader LowCardinality(String) comment 'Identity of the leader of the slot; empty if no node returned it' codec(ZSTD(1)),
  block_hash String comment 'Hash of the block, base58; empty if the slot was skipped' codec(ZSTD(1)),
  parent_slot UInt32 comment 'Slot of the previous block; 0 if skipped' codec(Delta, ZSTD(1)),
  block_height Nullable(UInt32) comment 'Number of blocks before it; null if skipped or not returned' codec(ZSTD(1)),
  reward_partition_count Nullable(UInt32) comment 'In the first block of an epoch, the number of blocks over which stake rewards are spread' codec(ZSTD(1)),
  transaction_count Nullable(UInt32) comment 'Transactions, failed ones included; null if the block was not read completely' codec(ZSTD(1)),
  vote_transaction_count Nullable(UInt32) comment 'Transactions with votes only' codec(ZSTD(1)),
  signature_count Nullable(UInt32) comment 'Signatures of all transactions; each pays the base fee' codec(ZSTD(1)),
  fee_lamports Nullable(UInt64) comment 'Base and priority fees of all transactions, in lamports' codec(ZSTD(1)),
  fee_reward_lamports Nullable(Int64) comment 'Fees paid to its leader, in lamports; 0 only if there were none' codec(ZSTD(1)),
  depth Enum8('rewards' = 0, 'votes' = 1) comment 'Depth of the reading: rewards only, or the whole block',
  is_produced UInt8 comment '1 if it has a block, 0 if skipped, as proven by the parent of a later block' codec(ZSTD(1)),
  is_alpenglow Nullable(UInt8) comment '1 from the first slot of Alpenglow on; null if the node version was too old to return it' codec(ZSTD(1)),
  block_at DateTime('UTC') comment 'Time of the block; for a skipped slot, that of the previous block' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Decoder revision, then known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 300000))
order by (network, slot)
comment 'One row per final slot'
