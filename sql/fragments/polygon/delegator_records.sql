-- By delegation and day, then by delegator and day, then by delegator. Yields count delegations with stake at every
-- checkpoint, to validators with a duty at each.
select
  summed.account as delegatorAddress,
  {timeWindow:String} as timeWindow,
  assumeNotNull(toFloat64(summed.stake) / greatest(toFloat64(ending.2), 1)) as networkPenetration,
  arrayMap(
    place -> cast(
      tuple(place.1, null, toFloat64(place.2) / greatest(toFloat64(summed.stake), 1)),
      'Tuple(validatorId UInt32, validatorName Nullable(String), stakePercentage Float64)'
    ),
    arraySort(place -> (-place.2, place.1), summed.places)
  ) as delegations,
  if(
    summed.is_steady and not ({windowDays:Nullable(UInt16)} is null and period.6 <= 30),
    vaYearly(toNullable(summed.gross_yield), period.6),
    null
  ) as aprGross,
  if(
    summed.is_steady and not ({windowDays:Nullable(UInt16)} is null and period.6 <= 30),
    vaYearly(toNullable(summed.net_yield), period.6),
    null
  ) as aprNet,
  if(
    summed.stake = 0,
    null,
    arraySum(arraySort(arrayMap(place -> toFloat64(place.2) * place.4, summed.places))) / toFloat64(summed.stake)
  ) as aggregateEffectiveness,
  if(
    summed.stake = 0,
    null,
    toFloat64(arraySum(arrayMap(place -> place.2 * place.3, summed.places))) / (toFloat64(summed.stake) * 100)
  ) as blendedCommissionRate,
  vaPol(summed.stake) as totalDelegatorStake,
  vaPol(summed.gross) as totalGrossRewards,
  vaPol(summed.net) as totalNetRewards,
  vaPol(summed.gross - summed.net) as totalCommissionPaid
from (
  select
    days.account as account,
    max(days.is_steady) as is_steady,
    groupArrayArray(days.places) as places,
    arraySum(arrayMap(place -> place.2, places)) as stake,
    sum(days.gross) as gross,
    sum(days.net) as net,
    sum(intDiv(days.steady_gross * toUInt256('1000000000000000000') * days.checkpoints, greatest(days.steady_stake, 1)))
      as gross_yield,
    sum(intDiv(days.steady_net * toUInt256('1000000000000000000') * days.checkpoints, greatest(days.steady_stake, 1)))
      as net_yield
  from (
    select
      pairs.account as account,
      pairs.day as day,
      max(pairs.checkpoints) as checkpoints,
      sum(pairs.gross) as gross,
      sum(pairs.net) as net,
      max(pairs.least > 0) as is_steady,
      sumIf(pairs.gross, pairs.least > 0) as steady_gross,
      sumIf(pairs.net, pairs.least > 0) as steady_net,
      sumIf(pairs.stake, pairs.least > 0) as steady_stake,
      groupArrayIf(
        tuple(pairs.validator, pairs.last_stake, pairs.commission_percent, ifNull(rated.rating, 0)),
        pairs.last_checkpoint = period.2 and pairs.has_duty and pairs.last_stake > 0
      ) as places
    from (
      select
        paid.account as account,
        paid.validator as validator,
        paid.day as day,
        min(min(if(paid.has_duty, paid.stake, 0))) over (partition by paid.account, paid.validator) as least,
        sum(paid.held_stake) as stake,
        sum(paid.gross) as gross,
        sum(paid.net) as net,
        count() as checkpoints,
        max(paid.checkpoint) as last_checkpoint,
        toInt256(argMax(paid.stake, paid.checkpoint)) as last_stake,
        argMax(paid.has_duty, paid.checkpoint) as has_duty,
        argMax(paid.commission_percent, paid.checkpoint) as commission_percent
      from paid
      where
        paid.day in (select day from int_polygon_day final where network = {network:String} and is_complete = 1)
      group by paid.account, paid.validator, paid.day
    ) as pairs
    left join (
      select
        sums.validator as validator,
        vaPolygonRating(
          toFloat64(sums.signed_count),
          sums.signing_duty_count,
          toFloat64(sums.proposed_count),
          sums.proposal_duty_count,
          rating_versions.3[sums.version_place],
          rating_versions.4[sums.version_place]
        ) as rating
      from sums
    ) as rated on rated.validator = pairs.validator
    group by pairs.account, pairs.day
  ) as days
  group by days.account
) as summed
