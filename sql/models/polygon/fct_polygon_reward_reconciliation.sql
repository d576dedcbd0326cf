/* ---
grain: network, validator, day
reads: [fct_polygon_checkpoint, fct_polygon_validator_checkpoint, raw_polygon_stake_event, raw_polygon_validator]
window: reward
--- */
-- Rewards by checkpoints between two readings of the contracts, compared with the contracts' own totals. Validators:
-- the growth of validatorReward, plus payments of ClaimRewards. Delegators: the growth of getRewardPerShare, which
-- payments do not change. Restaking may take rewards without an event. When a validator leaves, the contract adds its
-- last rewards late.
insert into fct_polygon_reward_reconciliation
with
  held as (
    select validator, reward, reward_per_share, deactivation_epoch, self_stake
    from raw_polygon_validator final
    where network = {network:String} and day = {day:Date}
  ),
  former as (
    select validator, reward, reward_per_share, 1 as is_there
    from raw_polygon_validator final
    where network = {network:String} and day = {before_day:Date}
  ),
  earned as (
    select
      validator,
      sum(signing_reward - delegator_reward + proposer_reward) as reward,
      sum(
        if(
          delegated_stake = 0,
          toUInt256(0),
          intDiv(
            toUInt256(delegator_reward) * toUInt256('10000000000000000000000000'), greatest(delegated_stake, 1)
          )
        )
      ) as per_share,
      count() as duty_count
    from fct_polygon_validator_checkpoint final
    where
      network = {network:String}
      and checkpoint in (
        select checkpoint
        from fct_polygon_checkpoint final
        where
          network = {network:String}
          and intDiv(position, 65536) > {from_block:UInt32}
          and intDiv(position, 65536) <= {block_number:UInt32}
      )
    group by validator
  ),
  events as (
    select
      validator,
      sumIf(amount, kind = 'reward_claim') as claimed_reward,
      countIf(kind = 'restaked') as restake_count
    from raw_polygon_stake_event final
    where
      network = {network:String}
      and validator > 0
      and block_number > {from_block:UInt32}
      and block_number <= {block_number:UInt32}
    group by validator
  ),
  held.deactivation_epoch > 0 or held.self_stake = 0 as is_leaving,
  multiIf(
    not {is_whole:Bool}, 'missing_checkpoints', is_leaving, 'left', events.restake_count > 0, 'restaked', ''
  ) as why
select
  {network:String} as network,
  held.validator as validator,
  {day:Date} as day,
  why as reason,
  {from_block:UInt32} as from_block,
  {block_number:UInt32} as block_number,
  {checkpoint_count:UInt32} as checkpoint_count,
  earned.reward as earned_reward,
  events.claimed_reward as claimed_reward,
  -- A validator that joined in between started with nothing.
  if(
    why = '',
    toUInt128(held.reward - if(former.is_there = 1, former.reward, toUInt128(0)) + events.claimed_reward),
    null
  ) as contract_reward,
  toInt128(earned_reward) - toInt128(contract_reward) as reward_residual,
  toUInt128(earned.per_share) as earned_per_share,
  if(
    {is_whole:Bool} and not is_leaving,
    toUInt128(
      held.reward_per_share - if(former.reward_per_share is null, toUInt128(0), former.reward_per_share)
    ),
    null
  ) as contract_per_share,
  toInt128(earned_per_share) - toInt128(contract_per_share) as per_share_residual,
  toUInt8({is_whole:Bool}) as is_whole,
  {version:UInt64} as version
from held
left join former on former.validator = held.validator
left join earned on earned.validator = held.validator
left join events on events.validator = held.validator
where held.reward is not null and (former.is_there = 0 or former.reward is not null)
