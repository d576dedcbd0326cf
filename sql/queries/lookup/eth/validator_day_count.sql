-- Number of pairs of validator and day with a record: what validator_period_count.sql answers for days.
select count() as total
from fct_eth_validator_performance_daily as performance final
where
  performance.day_type = {dayType:String}
  and /* include fragments/eth/requested_days.sql */
/* include fragments/keyed_read.sql */
