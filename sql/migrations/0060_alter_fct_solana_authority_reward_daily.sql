-- Tips are known some two days after their epoch.
alter table fct_solana_authority_reward_daily
  modify column mev_reward_lamports Nullable(UInt64) comment 'Part of the tips of epochs that ended on this day; null when these are unknown' codec(ZSTD(1)),
  modify column mev_commission_lamports Nullable(UInt64) comment 'Part of what validators kept of them; null as these' codec(ZSTD(1))
