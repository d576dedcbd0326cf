-- What were validators paid for, month by month?
-- Consensus rewards less penalties by duty, and execution rewards of proposers, in ETH, for the whole network.
select
  toStartOfMonth(date) as month,
  sum(attestation_reward_gwei + attestation_penalty_gwei + inactivity_penalty_gwei) / 1e9 as attestations,
  sum(sync_reward_gwei + sync_penalty_gwei) / 1e9 as sync_committees,
  sum(proposer_attestation_reward_gwei + proposer_sync_reward_gwei + proposer_slashing_reward_gwei) / 1e9 as blocks,
  if(sum(unknown_slashing_count) = 0, sum(slashing_penalty_gwei) / 1e9, null) as slashings,
  if(sum(unknown_execution_count) = 0, toFloat64(sum(tips_wei)) / 1e18, null) as priority_fees,
  if(sum(unknown_execution_count) = 0, toFloat64(sum(baseline_mev_wei)) / 1e18, null) as mev
from eth_entity_performance_daily
where network = 'mainnet' and day_type = 'utc' and id_type = 'network' and entity = '' and is_complete = 1
group by month
order by month desc
