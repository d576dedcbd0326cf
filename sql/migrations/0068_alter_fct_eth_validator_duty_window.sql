-- As of the days of validators.
alter table fct_eth_validator_duty_window
  modify column penalty_gwei Nullable(Int64) comment 'Penalties of every kind, zero or below; null where a correlation penalty is not known' codec(T64, ZSTD(1))
