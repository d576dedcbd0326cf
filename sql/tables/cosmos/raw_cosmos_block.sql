/* ---
height: height
fed_by: topic block
steady: block
announces: [raw_cosmos_event]
keep: raw
view: cosmos_block
--- */
create table if not exists raw_cosmos_block (
  network LowCardinality(String) comment 'Chain id',
  height UInt32 comment 'Height' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of the time in the header' codec(Delta, ZSTD(1)),
  block_hash FixedString(64) comment 'Hash of the block, upper-case hex',
  previous_day Nullable(Date) comment 'UTC day of the previous block; null if unknown' codec(ZSTD(1)),
  next_day Nullable(Date) comment 'UTC day of the next block; null if unknown' codec(ZSTD(1)),
  block_at DateTime64(3, 'UTC') comment 'Time in the header' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Decoder revision, then neighbours that are known: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(height, 50000))
order by (network, day, height)
comment 'One row per final block of a CometBFT chain'
