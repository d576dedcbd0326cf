/* ---
grain: network, validator, checkpoint
reads: [raw_polygon_bor, raw_polygon_checkpoint, raw_polygon_rule, raw_polygon_share_event, raw_polygon_stake_event, raw_polygon_turn]
window: checkpoint
--- */
-- Validators with the duty to sign each of some checkpoints, by the contract's state just before it, and their rewards.
-- The reward rules are the same within a run; all events before its last checkpoint are stored.
insert into fct_polygon_validator_checkpoint
with
  states as (
    select
      event.validator as validator,
      event.position as position,
      anyLast(if(event.kind in ('staked', 'restaked'), event.amount, null)) over events as self_stake,
      anyLast(if(event.kind = 'commission', event.amount, null)) over events as commission_percent,
      anyLast(if(event.kind in ('staked', 'signer_change'), event.account, null)) over events as signer,
      anyLast(if(event.kind = 'unstake_init', event.epoch, null)) over events as deactivation_epoch,
      anyLast(multiIf(event.kind = 'jailed', 1, event.kind = 'unjailed', 0, null)) over events as is_jailed
    from raw_polygon_stake_event as event final
    where
      event.network = {network:String}
      and event.validator > 0
      and event.kind not in ('stake_update', 'reward_claim')
      and event.position < {last_position:UInt64}
    window events as (
      partition by event.validator
      order by event.position asc
      rows between unbounded preceding and current row
    )
  ),
  delegations as (
    select
      validator,
      position,
      sum(gained) over (
        partition by validator
        order by position asc
        rows between unbounded preceding and current row
      ) as stake
    from (
      select event.validator as validator, toUInt64(0) as position, sum(event.amount) as gained
      from raw_polygon_share_event as event final
      where event.network = {network:String} and event.position < {first_position:UInt64}
      group by event.validator
      union all
      select validator, position, sum(amount) as gained
      from raw_polygon_share_event final
      where network = {network:String} and position between {first_position:UInt64} and {last_position:UInt64}
      group by validator, position
    )
  ),
  duties as (
    select
      candidate.checkpoint as checkpoint,
      candidate.checkpoint_at as checkpoint_at,
      candidate.proposer as proposer,
      intDiv(candidate.reward * {bonus_percent:UInt32}, 100) as bonus,
      toUInt256(candidate.reward - bonus) as pot,
      candidate.position as position,
      state.validator as validator,
      state.signer as signer,
      toUInt128(ifNull(state.self_stake, 0)) as self_stake,
      toUInt8(ifNull(state.commission_percent, 0)) as commission_percent
    from (
      select
        checkpoint,
        checkpoint_at,
        proposer,
        reward,
        position,
        validator,
        -- If no node had the epoch, its distance from the checkpoint is taken from the last reading of the contract.
        ifNull(
          epoch,
          toInt64(checkpoint)
            -- allow unknown-as-zero: until the contract has been read once, epochs count as checkpoints do
            + ifNull((select any(epoch_offset) from raw_polygon_rule final where network = {network:String}), 0)
        ) as duty_epoch
      from raw_polygon_checkpoint final
      cross join (
        select distinct validator
        from raw_polygon_stake_event
        where network = {network:String} and kind = 'staked'
      ) as known
      where network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}
    ) as candidate
    asof inner join states as state on state.validator = candidate.validator and candidate.position > state.position
    where
      state.self_stake > 0
      and (ifNull(state.deactivation_epoch, 0) = 0 or state.deactivation_epoch > candidate.duty_epoch)
      and ifNull(state.is_jailed, 0) = 0
  ),
  signatures as (
    select checkpoint, arrayJoin(signers) as signer
    from raw_polygon_checkpoint final
    where network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}
  ),
  stakes as (
    select
      duties.*,
      toUInt128(greatest(delegation.stake, 0)) as delegated_stake,
      duties.self_stake + delegated_stake as total_stake,
      toUInt8((duties.checkpoint, duties.signer) in (signatures)) as is_signed,
      sumIf(total_stake, is_signed = 1) over (partition by duties.checkpoint) as signed_stake,
      -- Reward of a signature, signed or not.
      if(signed_stake = 0, 0, intDiv(duties.pot * total_stake, greatest(signed_stake, 1))) as share,
      share - intDiv(share * duties.self_stake, greatest(total_stake, 1)) as shared,
      intDiv(shared * duties.commission_percent, 100) as commission
    from duties
    asof left join delegations as delegation
      on delegation.validator = duties.validator and duties.position > delegation.position
  ),
  bor as (
    select checkpoint, signer, duty_count, made_count
    from raw_polygon_bor final
    where network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}
  ),
  turns as (
    select checkpoint, passed_validators, waiting_proposers
    from raw_polygon_turn final
    where network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}
  ),
  -- Turns of each validator that Heimdall skipped, by the validator whose proposal was waiting for the root chain.
  passed as (
    select checkpoint, turn.1 as validator, groupArray(toString(turn.2)) as waiting
    from (select checkpoint, arrayJoin(arrayZip(passed_validators, waiting_proposers)) as turn from turns)
    group by checkpoint, validator
  )
select
  {network:String} as network,
  stakes.validator as validator,
  stakes.checkpoint as checkpoint,
  toDate(stakes.checkpoint_at) as day,
  stakes.self_stake as self_stake,
  stakes.delegated_stake as delegated_stake,
  stakes.commission_percent as commission_percent,
  -- If Heimdall's record names another proposer, it proposed the same blocks again before a late submission reached the
  -- root chain (heimdall-v2, PostHandleMsgCheckpointAck): it missed nothing. A skipped turn is missed, unless the
  -- proposal that was waiting reached the root chain after all: until that is acknowledged or times out, no other
  -- validator can propose.
  toUInt8(proposed_count + arrayCount(proposer -> proposer != stakes.proposer, passed.waiting)) as proposal_duty_count,
  toUInt8(stakes.signer = stakes.proposer) as proposed_count,
  -- allow optional-default: the condition knows which checkpoints Bor was read for
  if(stakes.checkpoint in (select checkpoint from bor), toNullable(bor.duty_count), null) as bor_duty_count,
  -- allow optional-default: the condition knows which checkpoints Bor was read for
  if(stakes.checkpoint in (select checkpoint from bor), toNullable(bor.made_count), null) as bor_made_count,
  toUInt128(if(stakes.is_signed = 1, stakes.share, 0)) as signing_reward,
  toUInt128(if(proposed_count = 1, stakes.bonus, 0)) as proposer_reward,
  toUInt128(if(stakes.is_signed = 1, stakes.commission, 0)) as commission_reward,
  toUInt128(if(stakes.is_signed = 1, stakes.shared - stakes.commission, 0)) as delegator_reward,
  toUInt128(if(stakes.is_signed = 1, 0, stakes.share)) as missed_reward,
  toUInt128(if(stakes.is_signed = 1, 0, stakes.shared - stakes.commission)) as missed_delegator_reward,
  toUInt128(if(stakes.is_signed = 1, 0, stakes.commission)) as missed_commission_reward,
  stakes.is_signed as is_signed,
  toUInt8(stakes.checkpoint in (select checkpoint from turns)) as is_turn_known,
  {version:UInt64} as version
from stakes
left join bor on bor.checkpoint = stakes.checkpoint and bor.signer = stakes.signer
left join passed on passed.checkpoint = stakes.checkpoint and passed.validator = stakes.validator
