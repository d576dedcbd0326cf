-- Rewards that are set aside are counted since the column of 0090.
alter table int_cosmos_validator_daily
  comment column reward_residual 'Change of outstanding and of pending rewards + all withdrawals - rewards, base unit; null unless both edges of the day are known from the second source'
