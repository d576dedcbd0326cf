-- The contract counts epochs by itself: governance may begin one without a checkpoint.
alter table raw_polygon_checkpoint
  add column if not exists epoch Nullable(UInt64) comment 'Epoch of StakeManager before its block, by which duties count; null when no node had the state' codec(ZSTD(1)) after end_block
