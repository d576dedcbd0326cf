-- Summaries of validators with a duty in a window, largest stake first.
with
  /* include fragments/polygon/window_period.sql */,
  /* include fragments/polygon/rating_versions.sql */,
  (
    select max(checkpoint) from fct_polygon_checkpoint where network = {network:String}
  ) as newest,
  shares as (
    select
      duty.validator as validator,
      intDiv(newest - duty.checkpoint, {healthCheckpoints:UInt32}) as age,
      sum(duty.is_signed) / count() as share,
      max(duty.checkpoint) = newest - age * {healthCheckpoints:UInt32} as is_active
    from fct_polygon_validator_checkpoint as duty final
    where
      duty.network = {network:String}
      and duty.checkpoint <= newest
      and duty.checkpoint + 3 * {healthCheckpoints:UInt32} > newest
    group by duty.validator, age
  ),
  health as (
    select
      judged.validator as validator,
      max(judged.age = 0 and judged.is_active) as is_active,
      sumIf(bitShiftLeft(1, judged.age), judged.is_below) as is_below
    from (
      select
        validator,
        age,
        is_active,
        share < 0.98 * quantileExactInclusiveIf(0.5)(share, is_active) over (partition by age) as is_below
      from shares
    ) as judged
    group by judged.validator
  ),
  /* include fragments/polygon/window_sums.sql */
select
  sums.validator as validatorId,
  cast(null as Nullable(String)) as validatorName,
  {timeWindow:String} as timeWindow,
  assumeNotNull(period.1) as fromCheckpoint,
  assumeNotNull(period.2) as toCheckpoint,
  assumeNotNull(period.3) as fromDate,
  assumeNotNull(period.4) as toDate,
  assumeNotNull(toFloat64(sums.self_stake + sums.delegated_stake) / greatest(toFloat64(ending.2), 1))
    as networkPenetration,
  multiIf(
    health.is_active = 0, null,
    bitAnd(health.is_below, 7) = 7, 'black',
    bitAnd(health.is_below, 3) = 3, 'red',
    bitAnd(health.is_below, 1) = 1, 'orange',
    'green'
  ) as healthStatus,
  /* include fragments/polygon/stake_fields.sql */
  -- allow optional-default: a validator without a window has no delegations in it
  delegations.delegator_count as delegatorCount,
  /* include fragments/polygon/performance_fields.sql */
  /* include fragments/polygon/reward_fields.sql */
  fees.amount as priorityFees,
  assumeNotNull(period.6) - fees.day_count as unknownPriorityFeeDays,
  if(sums.signing_duty_count = period.5, vaYearly(toNullable(sums.gross_yield), period.6), null) as aprGross,
  if(sums.signing_duty_count = period.5, vaYearly(toNullable(sums.net_yield), period.6), null) as aprNet,
  if(
    {windowDays:Nullable(UInt16)} is null and period.6 <= 30,
    null,
    vaYearly(delegations.delegator_yield, period.6)
  ) as delegatorApr
from sums
left join health on health.validator = sums.validator
left join (
  select validator, delegator_count, delegator_yield
  from fct_polygon_window final
  where network = {network:String} and window_days = ifNull({windowDays:Nullable(UInt16)}, 0)
) as delegations on delegations.validator = sums.validator
left join (
  select fee.validator as validator, sum(fee.amount) as amount, count(fee.amount) as day_count
  from (
    /* include fragments/polygon/priority_fees.sql */
      and paid.day in (
        select day
        from int_polygon_day final
        where network = {network:String} and is_complete = 1 and day between period.3 and period.4
      )
  ) as fee
  group by fee.validator
) as fees on fees.validator = sums.validator
where
  {delegatorAddress:Nullable(String)} is null
  or sums.validator in (
    select share.validator
    from raw_polygon_share_event as share final
    where
      share.network = {network:String}
      and share.account = ifNull({delegatorAddress:Nullable(String)}, '')
      and share.position < ending.1
    group by share.validator
    having sum(share.amount) > 0
  )
order by sums.self_stake + sums.delegated_stake desc, sums.validator asc
limit {size:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
