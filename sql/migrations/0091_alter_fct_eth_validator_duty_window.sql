-- Lists say what validators had at stake at the end of the last complete day, as the network's overview does.
alter table fct_eth_validator_duty_window
  add column if not exists effective_balance_gwei Nullable(UInt64) comment 'Effective balance in the last epoch of the last day; null without a record of that day, or in rows of before this column' codec(T64, ZSTD(1)) after day_count
