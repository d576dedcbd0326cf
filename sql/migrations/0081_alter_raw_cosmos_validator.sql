-- Since CIP-30 rewards leave what is outstanding before they are claimed.
alter table raw_cosmos_validator
  add column if not exists pending_reward Nullable(Decimal(76, 18)) comment 'Rewards that a change of a delegation took out of outstanding_reward and that their delegators have not claimed yet (CIP-30), base unit; null when they were not read' after accumulated_commission
