-- Windows are made again with the next day, or with the next fact of execution.
alter table fct_eth_validator_window
  add column if not exists execution_rewards_wei Nullable(UInt256) comment 'Priority fees and baseline MEV of these days; null where those of a block are not known, or no execution node told of any' codec(ZSTD(1)) after effective_balance_sum_gwei
