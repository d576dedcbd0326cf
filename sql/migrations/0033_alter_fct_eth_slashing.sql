-- Of rows of before it isn't known; correlation penalties that need it are not known either, until a replay.
alter table fct_eth_slashing
  add column if not exists effective_balance_gwei Nullable(UInt64) comment 'Effective balance at the slashing; null is not known' after proposer_index
