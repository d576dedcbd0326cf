-- Deposits before a validator was there, whose signatures were not valid.
alter table fct_eth_validator_reconciliation_daily
  add column if not exists void_deposit_gwei UInt64 comment 'Deposits of a validator that came in between which were not credited: their signatures were not valid, as its balance shows' codec(ZSTD(1)) after slashing_gwei
