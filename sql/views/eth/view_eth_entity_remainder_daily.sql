-- Entities of a type, with the row for validators without an entity, less the network: 0 in every column of every day.
-- Only types of which a validator has at most one; a validator of several operators counts in each.
-- network: network of the days.
-- Example: select day, id_type, entity_count from view_eth_entity_remainder_daily(network = 'mainnet')
--   where active_balance_gwei != 0
create or replace view view_eth_entity_remainder_daily as
select
  records.day_type as day_type,
  records.day as day,
  arrayJoin(
    if(records.id_type = 'network', ['pool', 'dvtNetwork', 'withdrawalAddress'], [toString(records.id_type)])
  ) as id_type,
  countIf(records.id_type != 'network' and records.entity != '') as entity_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.row_count)) as row_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.validator_count)) as validator_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.active_balance_gwei)) as active_balance_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.attestation_duty_count)) as attestation_duty_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.attested_count)) as attested_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.attestation_count)) as attestation_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.correct_target_count)) as correct_target_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.correct_head_count)) as correct_head_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.counted_vote_count)) as counted_vote_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.correct_vote_count)) as correct_vote_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.inclusion_delay_sum)) as inclusion_delay_sum,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.late_source_count)) as late_source_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.late_target_count)) as late_target_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.late_head_count)) as late_head_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.proposer_duty_count)) as proposer_duty_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.proposed_count)) as proposed_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.proposed_empty_count)) as proposed_empty_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.orphaned_count)) as orphaned_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.unknown_orphan_count)) as unknown_orphan_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.sync_signature_count)) as sync_signature_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.sync_missed_count)) as sync_missed_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.slashes_received_count)) as slashes_received_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.slashes_collected_count)) as slashes_collected_count,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.attestation_reward_gwei)) as attestation_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.inactivity_penalty_gwei)) as inactivity_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.sync_reward_gwei)) as sync_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.sync_penalty_gwei)) as sync_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.proposer_attestation_reward_gwei))
    as proposer_attestation_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.proposer_sync_reward_gwei)) as proposer_sync_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.proposer_slashing_reward_gwei))
    as proposer_slashing_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.slashing_penalty_gwei)) as slashing_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.late_source_penalty_gwei)) as late_source_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.late_target_penalty_gwei)) as late_target_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.wrong_target_penalty_gwei)) as wrong_target_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.wrong_head_penalty_gwei)) as wrong_head_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.missed_attestation_penalty_gwei))
    as missed_attestation_penalty_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.missed_attestation_reward_gwei))
    as missed_attestation_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.missed_proposal_reward_gwei))
    as missed_proposal_reward_gwei,
  sum(if(records.id_type = 'network', -1, 1) * toInt64(records.unknown_slashing_count)) as unknown_slashing_count
from fct_eth_entity_performance_daily as records final
where
  records.network = {network:String}
  and records.id_type in ('network', 'pool', 'dvtNetwork', 'withdrawalAddress')
group by day_type, day, id_type
comment 'One row per day and type of entity; columns are differences in the units of fct_eth_entity_performance_daily'
