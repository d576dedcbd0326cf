-- Explanations name the transactions of withdrawals.
alter table raw_cosmos_event
  add column if not exists transaction_hash Nullable(String) comment 'SHA-256 of its transaction, upper-case hex; null in the section of the block, and where the transaction was not read' codec(ZSTD(1)) after amount,
  comment column version 'Decoder revision, then whether the transaction is known: the highest wins'
