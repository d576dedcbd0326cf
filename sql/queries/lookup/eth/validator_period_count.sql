-- How many pairs of validator and period have a record. A third of the time of counting the records themselves.
-- Distinct keys are counted, so versions of a row that are not merged yet count once.
with
  multiIf(
    {granularity:String} = 'day', performance.date,
    {granularity:String} = 'week', toMonday(performance.date),
    {granularity:String} = 'month', toStartOfMonth(performance.date),
    {granularity:String} = 'quarter', toStartOfQuarter(performance.date),
    {granularity:String} = 'year', toStartOfYear(performance.date),
    toDate(0)
  ) as period
select uniqExact(performance.validator_index, period) as total
from fct_eth_validator_performance_daily as performance
where
  performance.network = {network:String}
  and performance.day_type = {dayType:String}
  and performance.validator_index in {indices:Array(UInt32)}
  and ({dayMin:Nullable(UInt32)} is null or performance.day >= {dayMin:Nullable(UInt32)})
  and ({dayMax:Nullable(UInt32)} is null or performance.day <= {dayMax:Nullable(UInt32)})
  and ({dateMin:Nullable(Date)} is null or performance.date >= {dateMin:Nullable(Date)})
  and ({dateMax:Nullable(Date)} is null or performance.date <= {dateMax:Nullable(Date)})
