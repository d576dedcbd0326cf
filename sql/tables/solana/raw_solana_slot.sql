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
  epoch UInt32 comment 'Epoch, by the schedule of the node' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of block_at' codec(Delta, ZSTD(1)),
  leader LowCardinality(String) comment 'Identity that leads the slot; empty when no node knows' codec(ZSTD(1)),
  block_hash String comment 'Hash of the block, base58; empty when the slot was skipped' codec(ZSTD(1)),
  parent_slot UInt32 comment 'Slot of the block before; 0 when skipped' codec(Delta, ZSTD(1)),
  block_height Nullable(UInt32) comment 'Blocks before it; null when skipped or not told' codec(ZSTD(1)),
  reward_partition_count Nullable(UInt32) comment 'In the first block of an epoch: over how many blocks stake rewards are spread' codec(ZSTD(1)),
  transaction_count Nullable(UInt32) comment 'Transactions, failed ones included; null when the block was not read whole' codec(ZSTD(1)),
  vote_transaction_count Nullable(UInt32) comment 'Of them, those of nothing but votes' codec(ZSTD(1)),
  signature_count Nullable(UInt32) comment 'Signatures of all transactions: each pays the base fee' codec(ZSTD(1)),
  fee_lamports Nullable(UInt64) comment 'Base and priority fees of all transactions, in lamports' codec(ZSTD(1)),
  fee_reward_lamports Nullable(Int64) comment 'What its leader got of the fees, in lamports; 0 only when nobody paid one' codec(ZSTD(1)),
  depth Enum8('rewards' = 0, 'votes' = 1) comment 'How much of the block was read: its rewards, or all of it',
  is_produced UInt8 comment '1: has a block. 0: skipped, as the parent of a later block proves' codec(ZSTD(1)),
  is_alpenglow Nullable(UInt8) comment '1 from the first slot of Alpenglow on; null when the node was too old to tell' codec(ZSTD(1)),
  block_at DateTime('UTC') comment 'Time of the block; of a skipped slot, that of the last block before it' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Decoder revision, then how much is known: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 300000))
order by (network, slot)
comment 'One row per final slot'
