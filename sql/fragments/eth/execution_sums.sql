-- Execution rewards of the proposers of a day, over each of their slots.
select
  validator_index,
  -- allow unknown-as-zero: the counts of unknown blocks follow below
  sum(ifNull(proposer_tips_wei, 0)) as tips_wei,
  -- allow unknown-as-zero: the counts of unknown blocks follow below
  sum(ifNull(fct_eth_block.baseline_mev_wei, 0)) as baseline_mev_wei,
  sum(ifNull(fct_eth_block.external_rewards_wei, 0)) as external_rewards_wei,
  sum(ifNull(fct_eth_block.missed_execution_rewards_wei, 0)) as missed_execution_rewards_wei,
  countIf(status = 'proposed' and execution_rewards_wei is null) as unknown_execution_count,
  countIf(status = 'proposed' and fct_eth_block.external_rewards_wei is null) as unknown_external_count,
  countIf(status != 'proposed' and fct_eth_block.missed_execution_rewards_wei is null) as unknown_missed_count,
  sum(fct_eth_block.execution_fact_count) as execution_fact_count
from fct_eth_block final
where
  network = {network:String}
  and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
    and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
group by validator_index
