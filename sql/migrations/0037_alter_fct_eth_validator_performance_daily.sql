-- Stake of a day: what entities' and the network's shares and rates are made of.
alter table fct_eth_validator_performance_daily
  add column if not exists effective_balance_gwei Nullable(UInt64)
    comment 'Effective balance in the state of end_epoch; null where that is not kept any more, and in rows of before this column'
    codec(T64, ZSTD(1))
    after missed_proposal_reward_gwei
