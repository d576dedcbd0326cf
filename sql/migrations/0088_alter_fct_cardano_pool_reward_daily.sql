-- Rewards of accounts that were not registered are no difference.
alter table fct_cardano_pool_reward_daily
  add column if not exists unpaid_reward Nullable(UInt64) comment 'What the formulas say of accounts that were not paid because they were not registered, by the blocks of this day, lovelace; null until it is known' codec(ZSTD(1)) after reward_residual
