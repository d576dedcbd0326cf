/* ---
grain: network, validator, day
reads: [fct_polygon_validator_checkpoint]
window: day
--- */
-- Sums of a validator's checkpoints on some UTC days.
insert into fct_polygon_validator_daily
select
  {network:String} as network,
  own.validator as validator,
  own.day as day,
  {from_checkpoints:Array(UInt32)}[indexOf({days:Array(Date)}, own.day)] as from_checkpoint,
  {to_checkpoints:Array(UInt32)}[indexOf({days:Array(Date)}, own.day)] as to_checkpoint,
  max(own.checkpoint) as last_duty,
  argMax(own.self_stake, own.checkpoint) as self_stake,
  argMax(own.delegated_stake, own.checkpoint) as delegated_stake,
  argMax(own.commission_percent, own.checkpoint) as commission_percent,
  toUInt32(count()) as signing_duty_count,
  toUInt32(sum(own.is_signed)) as signed_count,
  toUInt32(sum(own.proposal_duty_count)) as proposal_duty_count,
  toUInt32(sum(own.proposed_count)) as proposed_count,
  if(count() = count(own.bor_duty_count), toNullable(sum(ifNull(own.bor_duty_count, 0))), null) as bor_duty_count,
  if(count() = count(own.bor_made_count), toNullable(sum(ifNull(own.bor_made_count, 0))), null) as bor_made_count,
  sum(own.signing_reward) as signing_reward,
  sum(own.proposer_reward) as proposer_reward,
  sum(own.commission_reward) as commission_reward,
  sum(own.delegator_reward) as delegator_reward,
  sum(own.missed_reward) as missed_reward,
  toUInt128(
    sum(
      intDiv(
        toUInt256(own.signing_reward + own.proposer_reward) * toUInt256('1000000000000000000'),
        greatest(own.self_stake + own.delegated_stake, 1)
      )
    )
  ) as gross_yield,
  toUInt128(
    sum(
      intDiv(
        toUInt256(own.signing_reward + own.proposer_reward - own.delegator_reward) * toUInt256('1000000000000000000'),
        greatest(own.self_stake + own.delegated_stake, 1)
      )
    )
  ) as net_yield,
  toUInt32(countIf(own.is_turn_known = 0)) as unknown_turn_count,
  {are_complete:Array(UInt8)}[indexOf({days:Array(Date)}, own.day)] as is_complete,
  {versions:Array(UInt64)}[indexOf({days:Array(Date)}, own.day)] as version
from fct_polygon_validator_checkpoint as own final
where
  own.network = {network:String}
  and own.checkpoint between arrayMin({from_checkpoints:Array(UInt32)}) and arrayMax({to_checkpoints:Array(UInt32)})
  and has({days:Array(Date)}, own.day)
group by own.validator, own.day
