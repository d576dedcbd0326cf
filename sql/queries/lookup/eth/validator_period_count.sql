-- Number of pairs of validator and period with a record. A third of the time of counting the records themselves.
-- Distinct keys are counted, so versions of a row that are not merged yet count once.
select uniqExact(performance.validator_index, vaPeriodStart({granularity:String}, performance.date)) as total
from fct_eth_validator_performance_daily as performance
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/keyed_read.sql */
