/* ---
grain: network, validator, day
reads: [int_cosmos_day, raw_cosmos_event, raw_cosmos_validator, raw_cosmos_state]
window: day
--- */
-- Sums of a day's events for each validator, with its state. Exact: Decimal(76, 18).
insert into int_cosmos_validator_daily
with
  covered as (
    select from_block, to_block, state_height, is_complete, version
    from int_cosmos_day final
    where network = {network:String} and day = {day:Date}
  ),
  totals as (
    select
      validator,
      sumIf(amount, kind = 'rewards') as reward,
      sumIf(amount, kind = 'commission') as commission,
      sumIf(amount, kind = 'withdraw_rewards') as withdrawn_reward,
      sumIf(amount, kind = 'withdraw_commission') as withdrawn_commission,
      sum(amount * vaCosmosRewardSign(kind)) as reward_change,
      sum(amount * vaCosmosCommissionSign(kind)) as commission_change,
      countIf(kind = 'rewards') > 0 as has_reward
    from raw_cosmos_event final
    where
      network = {network:String}
      and height between (select from_block from covered) and (select to_block from covered)
    group by validator
  ),
  -- Where changed delegations move rewards to pending ones, these must be known, too.
  states as (
    select
      *,
      outstanding_reward
        + if({keeps_rewards_on_change:Bool}, pending_reward, toDecimal256(0, 18)) as unclaimed_reward
    from raw_cosmos_validator final
    where network = {network:String}
  ),
  -- The latest state with the validator, so that one that left keeps its name.
  identities as (
    select
      validator,
      argMax(moniker, height) as moniker,
      argMax(account_address, height) as account_address,
      argMax(consensus_address, height) as consensus_address,
      argMax(consensus_pubkey, height) as consensus_pubkey,
      argMax(commission_rate, height) as commission_rate,
      anyIf(unclaimed_reward, height = (select to_block from covered)) as outstanding_after,
      anyIf(accumulated_commission, height = (select to_block from covered)) as commission_after,
      anyIf(unclaimed_reward, height + 1 = (select from_block from covered)) as outstanding_before,
      anyIf(accumulated_commission, height + 1 = (select from_block from covered)) as commission_before,
      countIf(height + 1 = (select from_block from covered)) > 0 as is_known_before
    from states
    where
      validator in (select validator from totals)
      and height <= (select to_block from covered)
    group by validator
  ),
  -- A validator that is not in a state yet had nothing outstanding.
  edges as (
    select countIf(height + 1 = (select from_block from covered)) > 0 as is_edge_known
    from raw_cosmos_state final
    where network = {network:String}
  )
select
  {network:String} as network,
  totals.validator as validator,
  {day:Date} as day,
  identities.moniker as moniker,
  identities.account_address as account_address,
  identities.consensus_address as consensus_address,
  identities.consensus_pubkey as consensus_pubkey,
  covered.from_block as from_block,
  covered.to_block as to_block,
  totals.reward as reward,
  totals.commission as commission,
  totals.withdrawn_reward as withdrawn_reward,
  totals.withdrawn_commission as withdrawn_commission,
  if(identities.validator = '', null, identities.commission_rate) as commission_rate,
  identities.outstanding_after
    - if(edges.is_edge_known and not identities.is_known_before, toDecimal256(0, 18), identities.outstanding_before)
    + totals.reward_change as reward_residual,
  identities.commission_after
    - if(edges.is_edge_known and not identities.is_known_before, toDecimal256(0, 18), identities.commission_before)
    + totals.commission_change as commission_residual,
  totals.has_reward as has_reward,
  covered.is_complete as is_complete,
  covered.version as version
from totals
cross join covered
cross join edges
left join identities on identities.validator = totals.validator
