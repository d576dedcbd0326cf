-- Explanations name the transaction of a pool's terms.
alter table raw_cardano_pool
  add column if not exists transaction_hash Nullable(String) comment 'Transaction of this registration, hex; null where it was not read' codec(ZSTD(1)) after active_epoch
