-- The network over each window of complete days.
select
  transform(window.window_days, [1, 7, 30], ['1d', '7d', '30d'], 'all') as timeWindow,
  window.from_checkpoint as fromCheckpoint,
  window.to_checkpoint as toCheckpoint,
  window.from_day as fromDate,
  window.to_day as toDate,
  window.checkpoint_count as checkpointCount,
  argMax(recorded.validator_count, recorded.checkpoint) as validatorCount,
  window.delegator_count as delegatorCount,
  vaPol(argMax(recorded.self_stake + recorded.delegated_stake, recorded.checkpoint)) as totalStake,
  vaPol(argMax(recorded.self_stake, recorded.checkpoint)) as selfStake,
  vaPol(argMax(recorded.delegated_stake, recorded.checkpoint)) as delegatedStake,
  vaPol(sum(recorded.reward)) as totalRewards,
  vaPol(sum(recorded.proposer_reward)) as proposerRewards,
  vaPol(sum(recorded.commission_reward)) as commissionRewards,
  vaPol(sum(recorded.delegator_reward)) as delegatorRewards,
  any(paid.amount) as priorityFees,
  window.day_count - any(paid.day_count) as unknownPriorityFeeDays,
  vaPol(if(count() = count(recorded.emission_residual), sum(recorded.emission_residual), null)) as emissionResidual,
  vaRatio(toFloat64(sum(recorded.signed_count)), sum(recorded.validator_count)) as checkpointSignerEffectiveness,
  any(blended.rate) as blendedCommissionRate,
  vaYearly(
    toNullable(
      sum(
        intDiv(
          toUInt256(recorded.reward) * toUInt256('1000000000000000000'),
          greatest(recorded.self_stake + recorded.delegated_stake, 1)
        )
      )
    ),
    window.day_count
  ) as aprGross,
  if(window.window_days = 0 and window.day_count <= 30, null, vaYearly(window.delegator_yield, window.day_count))
    as delegatorApr
from (
  select *
  from fct_polygon_window final
  where network = {network:String} and validator = 0
) as window
cross join (
  select *
  from fct_polygon_checkpoint final
  where
    network = {network:String}
    and day in (select day from int_polygon_day final where network = {network:String} and is_complete = 1)
) as recorded
left join (
  select
    checkpoint,
    vaRatio(
      toFloat64(sum(toUInt256(delegated_stake) * commission_percent)),
      toFloat64(sum(toUInt256(delegated_stake))) * 100
    ) as rate
  from fct_polygon_validator_checkpoint final
  where
    network = {network:String}
    and checkpoint in (
      select to_checkpoint from fct_polygon_window final where network = {network:String} and validator = 0
    )
  group by checkpoint
) as blended on blended.checkpoint = window.to_checkpoint
left join (
  -- Those of validators with a summary of the window.
  select
    own.window_days as window_days,
    sum(fee.amount) as amount,
    uniqExactIf(fee.day, fee.amount is not null) as day_count
  from fct_polygon_window as own final
  inner join (
    /* include fragments/polygon/priority_fees.sql */
      and paid.day in (select day from int_polygon_day final where network = {network:String} and is_complete = 1)
  ) as fee on fee.validator = own.validator
  where
    own.network = {network:String}
    and own.validator > 0
    and fee.day between own.from_day and own.to_day
    and (own.window_days, own.to_day) in (
      select window_days, to_day from fct_polygon_window final where network = {network:String} and validator = 0
    )
  group by own.window_days
) as paid on paid.window_days = window.window_days
where recorded.day between window.from_day and window.to_day
group by
  window.window_days,
  window.from_checkpoint,
  window.to_checkpoint,
  window.from_day,
  window.to_day,
  window.checkpoint_count,
  window.day_count,
  window.delegator_count,
  window.delegator_yield
order by if(window.window_days = 0, 65535, window.window_days)
