-- Tips are known some two days after their epoch.
alter table fct_solana_network_reward_daily
  modify column mev_commission_lamports Nullable(UInt64) comment 'Validators'' part of the tips of epochs that ended in the day; null when these are unknown' codec(ZSTD(1)),
  modify column mev_reward_lamports Nullable(UInt64) comment 'Delegators'' part of them; null as these' codec(ZSTD(1)),
  modify column unattributed_mev_reward_lamports Nullable(UInt64) comment 'Delegators'' tips that were not divided: remainders, and where no snapshot tells of stake; null when tips are unknown' codec(ZSTD(1))
