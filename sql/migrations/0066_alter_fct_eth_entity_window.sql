-- As of the days of validators.
alter table fct_eth_entity_window
  modify column apr_earnings_gwei Nullable(Int64) comment 'Their consensus rewards less penalties; null where a correlation penalty of one is not known' codec(T64, ZSTD(1))
