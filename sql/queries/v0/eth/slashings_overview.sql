-- Slashings within windows of chain days that end with the last complete one; each window is cut to stored days.
with
  /* include fragments/eth/dated_slashings.sql */,
  requested as (
    select validator_index, date
    from slashings
  ),
  entities as (
    /* include fragments/eth/class_entities.sql */
  ),
  penalties as (
    /* include fragments/eth/slashing_penalty_rows.sql */
  ),
  dated as (
    select
      slashings.slot as slot,
      slashings.day as day,
      entities.id_type in ('pool', 'nodeOperator') as is_pro,
      penalties.slashingPenalties as penalty_gwei,
      -- Validators of one entity that are slashed on one day are one event.
      (slashings.day, entities.id_type, entities.entity) as event,
      count() over (partition by slashings.day, entities.id_type, entities.entity) as event_size
    from slashings
    inner join entities on entities.validator_index = slashings.validator_index and entities.date = slashings.date
    inner join penalties on penalties.validatorIndex = slashings.validator_index
  ),
  days as (
    select day, (end_epoch - start_epoch + 1) * {slotsPerEpoch:UInt32} as slots
    from int_eth_day final
    where network = {network:String} and day_type = 'chain' and day <= (select last_day from last_days)
  ),
  windows as (
    select
      arrayJoin([('1d', 1), ('7d', 7), ('30d', 30), ('all', 4294967295)]) as length,
      length.1 as time_window,
      toInt64((select last_day from last_days)) - length.2 as day_before
    from last_days
  ),
  sizes as (
    select windows.time_window as time_window, sum(days.slots) as slots
    from windows
    cross join days
    where days.day > windows.day_before
    group by time_window
  ),
  matched as (
    select
      windows.time_window as time_window,
      count() as validators,
      uniqExact(dated.event) as events,
      max(dated.event_size) as largest,
      uniqExact(dated.slot) as slots,
      countIf(dated.is_pro) as pros,
      sum(dated.penalty_gwei) as penalty_gwei,
      countIf(dated.penalty_gwei is null) as unknown_count
    from windows
    cross join dated
    where dated.day > windows.day_before and dated.day <= (select last_day from last_days)
    group by time_window
  ),
  -- Totals of the state of the last day's last epoch are in the row of the previous epoch, whose rewards it pays.
  stakes as (
    select fork, total_active_balance_gwei, base_reward_per_increment_gwei
    from int_eth_epoch final
    where network = {network:String} and epoch + 1 = (select last_epoch from last_days)
  ),
  specs as (
    select fork, spec
    from raw_eth_epoch final
    where network = {network:String} and epoch = (select last_epoch from last_days)
  ),
  -- The immediate penalty of a slashing, and the time for which attestations are missed until withdrawable.
  quotients as (
    select
      toUInt64OrNull(
        JSONExtractString(
          spec,
          multiIf(
            fork = 'phase0', 'MIN_SLASHING_PENALTY_QUOTIENT',
            fork = 'altair', 'MIN_SLASHING_PENALTY_QUOTIENT_ALTAIR',
            fork in ('bellatrix', 'capella', 'deneb'), 'MIN_SLASHING_PENALTY_QUOTIENT_BELLATRIX',
            'MIN_SLASHING_PENALTY_QUOTIENT_ELECTRA'
          )
        )
      ) as quotient,
      toUInt64OrNull(JSONExtractString(spec, 'EPOCHS_PER_SLASHINGS_VECTOR')) as slashings_vector
    from specs
  ),
  (
    select
      intDiv(32000000000, nullIf(quotients.quotient, 0))
        -- 40/64 of the base reward of 32 increments; before Altair the figure is that of four components.
        + quotients.slashings_vector * if(stakes.fork = 'phase0', 5, 20) * stakes.base_reward_per_increment_gwei
    from quotients
    cross join stakes
  ) as current_penalty_gwei
select
  windows.time_window as timeWindow,
  matched.validators as validatorsSlashed,
  matched.events as discreteSlashingEvents,
  -- allow optional-default: without slashings, the largest has no entity
  matched.largest as largestSlashingIncident,
  current_penalty_gwei as currentSlashingPenaltyGwei,
  matched.slots / greatest(sizes.slots, 1) as slashingSlotsRatio,
  if(validatorsSlashed = 0, null, (validatorsSlashed - matched.pros) / validatorsSlashed) as solosRatio,
  if(validatorsSlashed = 0, null, matched.pros / validatorsSlashed) as prosRatio,
  if(
    matched.unknown_count > 0,
    null,
    ifNull(matched.penalty_gwei, 0)
      / nullIf(paid.earnings_gwei + toFloat64(paid.tips_wei + paid.baseline_mev_wei) / 1e9, 0)
  ) as slashingPenaltiesAllRewardsRatio,
  if(
    matched.unknown_count > 0,
    null,
    vaRatio(ifNull(matched.penalty_gwei, 0), (select total_active_balance_gwei from stakes))
  ) as slashingPenaltiesStakeRatio
from windows
left join sizes on sizes.time_window = windows.time_window
left join matched on matched.time_window = windows.time_window
left join (
  select time_window, earnings_gwei, tips_wei, baseline_mev_wei
  from fct_eth_network_window final
  where network = {network:String}
) as paid on paid.time_window = windows.time_window
order by windows.day_before desc
