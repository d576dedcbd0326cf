-- As of the days of validators.
alter table fct_eth_validator_window
  modify column earnings_gwei Nullable(Int64) comment 'Consensus rewards less penalties of these days; null where a correlation penalty is not known' codec(T64, ZSTD(1))
