-- What validators pass on of their fees (JIP-16).
alter table fct_solana_network_reward_daily
  add column if not exists passed_fee_lamports Nullable(UInt64) comment 'Fees that validators passed on for epochs that ended in the day; null when these are unknown' codec(ZSTD(1)) after mev_reward_lamports,
  add column if not exists delegator_fee_lamports Nullable(UInt64) comment 'What delegators get of them; null as these' codec(ZSTD(1)) after passed_fee_lamports,
  add column if not exists unattributed_fee_reward_lamports Nullable(UInt64) comment 'Delegators'' fees that were not divided, as unattributed_mev_reward_lamports' codec(ZSTD(1)) after unattributed_mev_reward_lamports
