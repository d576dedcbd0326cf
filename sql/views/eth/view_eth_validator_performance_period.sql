-- Performance and rewards of validators by period; columns have the names and meanings of the API's fields. Counts and
-- amounts (in gwei) are sums, ratios are ratios of sums, and the three ratings are means of the complete days.
-- network, dayType ('chain' or 'utc'), indices: the validators and the kind of day.
-- granularity: as in vaPeriodStart; defines the period.
-- isExecutionKnown, isRelayKnown: 1 if an execution node, or relays, are read; 0: their values are null.
-- dayMin, dayMax, dateMin, dateMax: first and last days, inclusive; null: no bound.
-- isComplete: every day with a record has all its epochs.
-- Example: select validatorIndex, period, validatorEffectiveness, earnings from view_eth_validator_performance_period(
--   network = 'mainnet', dayType = 'utc', indices = [1, 2], granularity = 'month',
--   isExecutionKnown = 1, isRelayKnown = 1,
--   dayMin = null, dayMax = null, dateMin = '2026-01-01', dateMax = null
-- )
create or replace view view_eth_validator_performance_period as
select
  performance.validator_index as validatorIndex,
  vaPeriodStart({granularity:String}, performance.date) as period,
  min(performance.day) as startDay,
  max(performance.day) as endDay,
  min(performance.date) as startDate,
  max(performance.date) as endDate,
  min(performance.start_epoch) as startEpoch,
  max(performance.end_epoch) as endEpoch,
  /* include fragments/eth/attestation_fields.sql */,
  /* include fragments/eth/attestation_ratios.sql */,
  vaMeanOfDays(performance.is_complete, performance.attester_effectiveness) as attesterEffectiveness,
  vaMeanOfDays(performance.is_complete, performance.validator_effectiveness) as validatorEffectiveness,
  vaMeanOfDays(performance.is_complete, performance.proposer_effectiveness) as proposerEffectiveness,
  /* include fragments/eth/duty_and_reward_fields.sql */,
  toBool(min(performance.is_complete) = 1) as isComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
group by validatorIndex, period
comment 'One row per validator and period; columns are the fields of the API'
