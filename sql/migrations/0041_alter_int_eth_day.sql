-- What execution nodes and relays tell of a day comes later than the rest.
alter table int_eth_day
  add column if not exists execution_fact_count UInt64 comment 'What of the version counts what is known of the execution of its epochs' codec(T64, ZSTD(1)) after is_complete
