-- Rewards of accounts that were not registered are no difference.
alter table fct_cardano_network_reward_daily
  add column if not exists unpaid_reward Nullable(UInt64) comment 'Sum of unpaid_reward over pools, lovelace; null while one of them is' after reward_residual
