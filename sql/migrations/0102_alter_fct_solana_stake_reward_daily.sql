-- What validators pass on of their fees (JIP-16).
alter table fct_solana_stake_reward_daily
  add column if not exists fee_reward_lamports Nullable(UInt64) comment 'Part of the fees that validators passed on for epochs that ended on this day; null when these are unknown' codec(ZSTD(1)) after mev_reward_lamports
