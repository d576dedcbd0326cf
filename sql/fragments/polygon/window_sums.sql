-- Sums of validators over the days of a window, and their stakes at its last checkpoint: none without a duty then. A
-- window has the rating version of its last day. Needs rating_versions.sql.
sums as (
    select
      own.validator as validator,
      sum(own.signing_duty_count) as signing_duty_count,
      sum(own.signed_count) as signed_count,
      sum(own.proposal_duty_count) as proposal_duty_count,
      sum(own.proposed_count) as proposed_count,
      sum(own.unknown_turn_count) as unknown_turn_count,
      if(count() = count(own.bor_duty_count), toNullable(sum(ifNull(own.bor_duty_count, 0))), null) as bor_duty_count,
      if(count() = count(own.bor_made_count), toNullable(sum(ifNull(own.bor_made_count, 0))), null) as bor_made_count,
      sum(own.signing_reward) as signing_reward,
      sum(own.proposer_reward) as proposer_reward,
      sum(own.commission_reward) as commission_reward,
      sum(own.delegator_reward) as delegator_reward,
      sum(own.missed_reward) as missed_reward,
      sum(own.gross_yield) as gross_yield,
      sum(own.net_yield) as net_yield,
      sumIf(own.self_stake, own.last_duty = period.2) as self_stake,
      sumIf(own.delegated_stake, own.last_duty = period.2) as delegated_stake,
      argMax(own.commission_percent, own.day) as commission_percent,
      argMax(arrayLastIndex(first -> first <= own.from_checkpoint, rating_versions.1), own.day) as version_place
    from fct_polygon_validator_daily as own final
    where
      own.network = {network:String}
      and own.is_complete = 1
      and own.day between period.3 and period.4
      and ({validatorId:Nullable(UInt32)} is null or own.validator = {validatorId:Nullable(UInt32)})
    group by own.validator
  )
