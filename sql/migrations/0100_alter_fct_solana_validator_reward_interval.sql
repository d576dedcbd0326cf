-- What validators pass on of their fees (JIP-16).
alter table fct_solana_validator_reward_interval
  add column if not exists passed_fee_lamports Nullable(UInt64) comment 'Fees that it passed on to delegators by Jito''s program (JIP-16), of epochs that ended in the interval; null when those of one are unknown' codec(ZSTD(1)) after mev_reward_lamports,
  add column if not exists delegator_fee_lamports Nullable(UInt64) comment 'What its delegators get of them, without what the tip router takes; null as these' codec(ZSTD(1)) after passed_fee_lamports
