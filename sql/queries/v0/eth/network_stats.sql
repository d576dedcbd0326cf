-- Complete chain days of the network, newest first: means of its validators' values.
select
  performance.day as day,
  vaRatio(toFloat64(performance.uptime_mean_sum), performance.uptime_mean_count) as avgUptime,
  vaRatio(toFloat64(performance.inclusion_delay_mean_sum), performance.correctness_mean_count) as avgInclusionDelay,
  vaRatio(toFloat64(performance.correctness_mean_sum), performance.correctness_mean_count) as avgCorrectness,
  vaRatio(toFloat64(performance.validator_effectiveness_mean_sum), performance.validator_effectiveness_mean_count)
    as avgValidatorEffectiveness
from fct_eth_entity_performance_daily as performance final
where
  performance.network = {network:String}
  and performance.day_type = 'chain'
  and performance.id_type = 'network'
  and performance.entity = ''
  and performance.is_complete = 1
order by performance.day desc
/* include fragments/keyed_read.sql */
