-- Parts that are merged from now on are one file; what is there keeps a file for each column until then.
alter table fct_eth_validator_performance_daily modify setting min_bytes_for_wide_part = 1099511627776
