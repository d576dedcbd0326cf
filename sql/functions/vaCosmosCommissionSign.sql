-- The sign with which an event counts in the difference between a validator's accumulated commission and its events.
-- kind: of raw_cosmos_event. Returns Int8.
-- Example: vaCosmosCommissionSign('withdraw_commission') = 1 and vaCosmosCommissionSign('rewards') = 0
create or replace function vaCosmosCommissionSign as (kind) ->
  toInt8(transform(toString(kind), ['commission', 'withdraw_commission'], [-1, 1], 0))
