-- How an event changes what is left between a validator's outstanding rewards and its events: what was paid should be
-- outstanding, what was withdrawn no longer. Commission is a part of what was paid.
-- kind: of raw_cosmos_event. Returns Int8.
-- Example: vaCosmosRewardSign('withdraw_commission') = 1 and vaCosmosRewardSign('commission') = 0
create or replace function vaCosmosRewardSign as (kind) ->
  toInt8(transform(toString(kind), ['rewards', 'withdraw_rewards', 'withdraw_commission'], [-1, 1, 1], 0))
