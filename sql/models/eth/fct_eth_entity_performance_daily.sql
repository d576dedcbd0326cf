/* ---
grain: network, day_type, id_type, entity, day
reads: [fct_eth_block, fct_eth_validator_performance_daily, int_eth_validator_entity_daily, dim_eth_validator]
window: entity_day
--- */
-- Sums over the validators of each entity on a day, over those without an entity of a type, and over the network.
insert into fct_eth_entity_performance_daily
with
  active as (
    select validator_index
    from dim_eth_validator final
    where
      network = {network:String}
      and activation_epoch <= {to_epoch:UInt32}
      and (exit_epoch is null or exit_epoch > {to_epoch:UInt32})
  ),
  members as (
    select validator_index, entities
    from int_eth_validator_entity_daily final
    where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
  ),
  relayed as (
    select
      validator_index,
      sumMap(
        if(
          empty(relays),
          map('no_mev_boost', toUInt64(720720)),
          mapFromArrays(
            arrayMap(relay -> toString(relay), relays),
            arrayMap(relay -> toUInt64(intDiv(720720, length(relays))), relays)
          )
        )
      ) as weights
    from fct_eth_block final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and status = 'proposed'
      and is_relay_known = 1
    group by validator_index
  ),
  days as (
    select *, counted_vote_count, correct_vote_count, validator_index in (active) as is_active
    from fct_eth_validator_performance_daily final
    where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
  ),
  performance as (
    select
      days.*,
      counted_vote_count,
      correct_vote_count,
      is_active,
      relayed.weights as weights,
      arrayJoin(
        arrayConcat(
          [('network', '')],
          members.entities,
          arrayMap(
            id_type -> (id_type, ''),
            arrayFilter(id_type -> not has(members.entities.1, id_type), {id_types:Array(String)})
          )
        )
      ) as belonging
    from days
    left join members on members.validator_index = days.validator_index
    left join relayed on relayed.validator_index = days.validator_index
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  belonging.1 as id_type,
  belonging.2 as entity,
  {day:UInt32} as day,
  any(performance.date) as date,
  {from_epoch:UInt32} as start_epoch,
  {to_epoch:UInt32} as end_epoch,
  {is_complete:UInt8} as is_complete,
  count() as row_count,
  countIf(is_active) as validator_count,
  -- allow unknown-as-zero: a day whose states are gone is not computed again
  sumIf(ifNull(effective_balance_gwei, 0), is_active) as active_balance_gwei,
  sum(performance.attestation_duty_count) as attestation_duty_count,
  sum(performance.attested_count) as attested_count,
  sum(performance.attestation_count) as attestation_count,
  sum(performance.correct_target_count) as correct_target_count,
  sum(performance.correct_head_count) as correct_head_count,
  sum(performance.counted_vote_count) as counted_vote_count,
  sum(performance.correct_vote_count) as correct_vote_count,
  sum(performance.inclusion_delay_sum) as inclusion_delay_sum,
  sum(performance.late_source_count) as late_source_count,
  sum(performance.late_target_count) as late_target_count,
  sum(performance.late_head_count) as late_head_count,
  sum(performance.proposer_duty_count) as proposer_duty_count,
  sum(performance.proposed_count) as proposed_count,
  sum(performance.proposed_empty_count) as proposed_empty_count,
  sum(performance.orphaned_count) as orphaned_count,
  sum(performance.unknown_orphan_count) as unknown_orphan_count,
  sum(performance.sync_signature_count) as sync_signature_count,
  sum(performance.sync_missed_count) as sync_missed_count,
  sum(performance.slashes_received_count) as slashes_received_count,
  sum(performance.slashes_collected_count) as slashes_collected_count,
  sum(performance.attestation_reward_gwei) as attestation_reward_gwei,
  sum(performance.inactivity_penalty_gwei) as inactivity_penalty_gwei,
  sum(performance.sync_reward_gwei) as sync_reward_gwei,
  sum(performance.sync_penalty_gwei) as sync_penalty_gwei,
  sum(performance.proposer_attestation_reward_gwei) as proposer_attestation_reward_gwei,
  sum(performance.proposer_sync_reward_gwei) as proposer_sync_reward_gwei,
  sum(performance.proposer_slashing_reward_gwei) as proposer_slashing_reward_gwei,
  sum(performance.slashing_penalty_gwei) as slashing_penalty_gwei,
  sum(performance.late_source_penalty_gwei) as late_source_penalty_gwei,
  sum(performance.late_target_penalty_gwei) as late_target_penalty_gwei,
  sum(performance.wrong_target_penalty_gwei) as wrong_target_penalty_gwei,
  sum(performance.wrong_head_penalty_gwei) as wrong_head_penalty_gwei,
  sum(performance.missed_attestation_penalty_gwei) as missed_attestation_penalty_gwei,
  sum(performance.missed_attestation_reward_gwei) as missed_attestation_reward_gwei,
  sum(performance.missed_proposal_reward_gwei) as missed_proposal_reward_gwei,
  sum(performance.tips_wei) as tips_wei,
  sum(performance.baseline_mev_wei) as baseline_mev_wei,
  sum(performance.external_rewards_wei) as external_rewards_wei,
  sum(performance.missed_execution_rewards_wei) as missed_execution_rewards_wei,
  sum(performance.unknown_execution_count) as unknown_execution_count,
  sum(performance.unknown_external_count) as unknown_external_count,
  sum(performance.unknown_missed_count) as unknown_missed_count,
  sum(performance.unknown_slashing_count) as unknown_slashing_count,
  sumMap(performance.weights) as relay_weights,
  sum(
    toDecimal128(ifNull(vaRatio(performance.attested_count, performance.attestation_duty_count), 0), 15)
  ) as uptime_mean_sum,
  sum(
    toDecimal128(ifNull(vaRatio(performance.correct_vote_count, performance.counted_vote_count), 0), 15)
  ) as correctness_mean_sum,
  sum(
    toDecimal128(ifNull(vaRatio(performance.inclusion_delay_sum, performance.attested_count), 0), 15)
  ) as inclusion_delay_mean_sum,
  sum(toDecimal128(ifNull(attester_effectiveness, 0), 15)) as attester_effectiveness_mean_sum,
  sum(toDecimal128(ifNull(proposer_effectiveness, 0), 15)) as proposer_effectiveness_mean_sum,
  sum(toDecimal128(ifNull(validator_effectiveness, 0), 15)) as validator_effectiveness_mean_sum,
  countIf(performance.attestation_duty_count > 0) as uptime_mean_count,
  countIf(performance.attested_count > 0) as correctness_mean_count,
  count(attester_effectiveness) as attester_effectiveness_mean_count,
  count(proposer_effectiveness) as proposer_effectiveness_mean_count,
  count(validator_effectiveness) as validator_effectiveness_mean_count,
  {version:UInt64} as version
from performance
group by id_type, entity
-- Each entity occurs once, so nothing is collapsed while writing, and smaller blocks take a fraction of the memory.
settings
  optimize_on_insert = 0,
  min_insert_block_size_rows = 65536,
  min_insert_block_size_bytes = 67108864
