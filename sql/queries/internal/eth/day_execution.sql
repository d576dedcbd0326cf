-- Rewrites a day's records of proposers with the execution facts known by now; all other fields stay.
insert into fct_eth_validator_performance_daily
select
  performance.* replace (
    executions.tips_wei as tips_wei,
    executions.baseline_mev_wei as baseline_mev_wei,
    executions.external_rewards_wei as external_rewards_wei,
    executions.missed_execution_rewards_wei as missed_execution_rewards_wei,
    executions.unknown_execution_count as unknown_execution_count,
    executions.unknown_external_count as unknown_external_count,
    executions.unknown_missed_count as unknown_missed_count,
    executions.execution_fact_count as execution_fact_count,
    performance.version - performance.execution_fact_count + executions.execution_fact_count as version
  )
from (
  select *
  from fct_eth_validator_performance_daily final
  where
    network = {network:String}
    and day_type = {day_type:String}
    and day = {day:UInt32}
    and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    and proposer_duty_count > 0
) as performance
inner join (
  /* include fragments/eth/execution_sums.sql */
) as executions on executions.validator_index = performance.validator_index
-- Corrected facts give other amounts with the same number of facts.
where
  executions.execution_fact_count > performance.execution_fact_count
  or (
    executions.execution_fact_count = performance.execution_fact_count
    and (
      executions.tips_wei, executions.baseline_mev_wei, executions.external_rewards_wei,
      executions.missed_execution_rewards_wei
    ) != (
      performance.tips_wei, performance.baseline_mev_wei, performance.external_rewards_wei,
      performance.missed_execution_rewards_wei
    )
  )
