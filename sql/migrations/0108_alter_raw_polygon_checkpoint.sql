-- The transaction that submitted a checkpoint is known of its log.
alter table raw_polygon_checkpoint
  add column if not exists transaction_hash Nullable(FixedString(66)) comment 'Of the transaction that submitted it; null of rows of before' codec(ZSTD(1)) after block_hash
