/* ---
height: epoch
fed_by: topic epoch
keep: raw
--- */
create table if not exists raw_cardano_block (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  block_number UInt32 comment 'Height' codec(Delta, ZSTD(1)),
  pool LowCardinality(String) comment 'Pool that made it, bech32; empty if no pool did',
  slot UInt32 comment 'Absolute slot' codec(Delta, ZSTD(1)),
  block_at DateTime('UTC') comment 'Time of the slot' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Decoder revision, then the head when it was read: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 6))
order by (network, epoch, block_number)
comment 'One row per block'
