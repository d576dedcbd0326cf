-- What execution blocks are checked against. Rows of before don't say it, until a replay.
alter table raw_eth_block
  add column if not exists gas_used Nullable(UInt64) comment 'Gas of the payload; null without one, and in rows of before this column' after blob_count,
  add column if not exists base_fee_per_gas_wei Nullable(UInt256) comment 'Base fee of the payload, wei per gas; null without one, and in rows of before this column' after gas_used,
  add column if not exists blob_gas_used Nullable(UInt64) comment 'Blob gas of the payload; null before Deneb, without a payload, and in rows of before this column' after base_fee_per_gas_wei,
  add column if not exists transaction_type_counts Array(UInt32) comment 'Transactions of types 0 (legacy) to 4, newer ones in none; empty is not known' after blob_gas_used
