-- Only its signature tells a void first deposit from one that creates a validator.
alter table raw_eth_deposit_log
  add column if not exists signature Nullable(FixedString(96)) comment 'BLS signature of the deposit message, bytes; null where it was not read' codec(ZSTD(1)) after amount_gwei,
  comment column version 'What is read with its epoch is above the rest; of equals the newer decoder, then what has signatures'
