-- The sign with which an event counts in the difference between a validator's outstanding rewards and its events: paid
-- rewards, which include commission, add to outstanding rewards, and withdrawals reduce them.
-- kind: of raw_cosmos_event. Returns Int8.
-- Example: vaCosmosRewardSign('withdraw_commission') = 1 and vaCosmosRewardSign('commission') = 0
create or replace function vaCosmosRewardSign as (kind) ->
  toInt8(transform(toString(kind), ['rewards', 'withdraw_rewards', 'withdraw_commission'], [-1, 1, 1], 0))
