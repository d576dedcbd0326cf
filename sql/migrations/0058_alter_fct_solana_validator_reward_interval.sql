-- Without stake accounts, and with a collector of its own, what a validator was paid is unknown.
alter table fct_solana_validator_reward_interval
  modify column voting_reward_lamports Nullable(Int64) comment 'Commission on inflation that its vote account was paid; null when it was paid to a collector of its own' codec(ZSTD(1)),
  modify column staking_reward_lamports Nullable(Int64) comment 'Inflation that its delegators were paid, net of commission; null when no reading of stake accounts says whose they are' codec(ZSTD(1)),
  modify column paid_stake_account_count Nullable(UInt32) comment 'Stake accounts of its delegators that were paid; null as staking_reward_lamports' codec(ZSTD(1))
