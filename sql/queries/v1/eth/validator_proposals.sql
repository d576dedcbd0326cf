-- Proposals of one validator, one row per period.
-- Over several days counts are sums, ratios are ratios of sums, and ratings are means of the daily values.
-- Ratings are sorted before they are added: a sum of floats depends on its order, and rows come in any.
with
  multiIf(
    {granularity:String} = 'day', performance.date,
    {granularity:String} = 'week', toMonday(performance.date),
    {granularity:String} = 'month', toStartOfMonth(performance.date),
    {granularity:String} = 'quarter', toStartOfQuarter(performance.date),
    {granularity:String} = 'year', toStartOfYear(performance.date),
    toDate(0)
  ) as period,
  multiIf(
    {granularity:String} = 'day', performance.date,
    {granularity:String} = 'week', toMonday(performance.date) + 6,
    {granularity:String} = 'month', toLastDayOfMonth(performance.date),
    {granularity:String} = 'quarter', addQuarters(toStartOfQuarter(performance.date), 1) - 1,
    {granularity:String} = 'year', addYears(toStartOfYear(performance.date), 1) - 1,
    toDate('2149-06-06')
  ) as period_end
select
  performance.validator_index as validatorIndex,
  if({granularity:String} = 'day', max(performance.day), null) as day,
  cast(null as Nullable(UInt8)) as hour,
  if({granularity:String} = 'day', max(performance.date), null) as date,
  if({granularity:String} = 'day', null, min(performance.day)) as startDay,
  if({granularity:String} = 'day', null, max(performance.day)) as endDay,
  if({granularity:String} = 'day', null, min(performance.date)) as startDate,
  if({granularity:String} = 'day', null, max(performance.date)) as endDate,
  min(performance.start_epoch) as startEpoch,
  max(performance.end_epoch) as endEpoch,
  startEpoch * {slotsPerEpoch:UInt32} as startSlot,
  (endEpoch + 1) * {slotsPerEpoch:UInt32} - 1 as endSlot,
  formatDateTime(
    toDateTime({genesisTime:UInt64} + startSlot * {secondsPerSlot:UInt32}, 'UTC'), '%Y-%m-%dT%H:%i:%SZ'
  ) as startTimestamp,
  formatDateTime(
    toDateTime({genesisTime:UInt64} + (endSlot + 1) * {secondsPerSlot:UInt32}, 'UTC'), '%Y-%m-%dT%H:%i:%SZ'
  ) as endTimestamp,
  arrayReduce('avgOrNull', arraySort(groupArray(performance.proposer_effectiveness))) as proposerEffectiveness,
  sum(performance.proposer_duty_count) as proposerDutiesCount,
  sum(performance.proposed_count) as proposedCount,
  sum(performance.proposed_empty_count) as executionProposedEmptyCount,
  true as isFinalized,
  toBool(
    min(performance.is_complete) = 1
    and (
      max(performance.day) + (max(period_end) - max(performance.date)) <= {lastDay:UInt32}
      or ifNull({dayMax:Nullable(UInt32)} <= {lastDay:UInt32}, false)
      or ifNull(
        max(performance.day) + ({dateMax:Nullable(Date)} - max(performance.date)) <= {lastDay:UInt32}, false
      )
    )
  ) as isComplete
from fct_eth_validator_performance_daily as performance final
where
  performance.network = {network:String}
  and performance.day_type = {dayType:String}
  and performance.validator_index in {indices:Array(UInt32)}
  and ({dayMin:Nullable(UInt32)} is null or performance.day >= {dayMin:Nullable(UInt32)})
  and ({dayMax:Nullable(UInt32)} is null or performance.day <= {dayMax:Nullable(UInt32)})
  and ({dateMin:Nullable(Date)} is null or performance.date >= {dateMin:Nullable(Date)})
  and ({dateMax:Nullable(Date)} is null or performance.date <= {dateMax:Nullable(Date)})
group by validatorIndex, period
order by
  {sortBy:Identifier} * if({sortOrder:String} = 'desc', -1, 1) asc nulls last,
  startEpoch * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
