/* ---
grain: network, day_type, validator_index, day
reads: [raw_eth_epoch, raw_eth_registry, fct_eth_validator_duty_epoch, fct_eth_validator_performance_span, fct_eth_proposal_slot, fct_eth_block, fct_eth_slashing, int_eth_slashing_correlation, fct_eth_slashing_correlation]
window: day
--- */
-- One day of every validator, for the epochs from_epoch to to_epoch of that day, with the rating rules in force.
insert into fct_eth_validator_performance_daily
with
  -- Existing spans are read as sums, the other epochs one by one.
  votes as (
    select
      /* include fragments/eth/vote_fields.sql */
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and epoch in (select arrayJoin({loose_epochs:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  parts as (
    select
      validator_index,
      /* include fragments/eth/vote_parts.sql */
    from votes
    union all
    select
      validator_index,
      attestation_duty_count,
      attested_count,
      attestation_count,
      correct_target_count,
      correct_head_count,
      inclusion_delay_sum,
      late_source_count,
      late_target_count,
      late_head_count,
      sync_signature_count,
      sync_missed_count,
      attestation_reward_gwei,
      inactivity_penalty_gwei,
      sync_reward_gwei,
      sync_penalty_gwei,
      late_source_penalty_gwei,
      late_target_penalty_gwei,
      wrong_target_penalty_gwei,
      wrong_head_penalty_gwei,
      missed_attestation_penalty_gwei,
      missed_attestation_reward_gwei
    from fct_eth_validator_performance_span final
    where
      network = {network:String}
      and start_epoch in (select arrayJoin({span_epochs:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  duties as (
    select
      validator_index,
      /* include fragments/eth/part_sums.sql */
    from parts
    group by validator_index
    -- A slashed validator that waits to be withdrawable is penalised without a duty.
    having
      attestation_duty_count > 0
      or sync_signature_count > 0
      or sync_missed_count > 0
      or missed_attestation_penalty_gwei < 0
      or inactivity_penalty_gwei < 0
  ),
  proposals as (
    select
      validator_index,
      count() as proposer_duty_count,
      countIf(status = 'proposed') as proposed_count,
      countIf(status = 'proposed' and is_payload_empty) as proposed_empty_count,
      countIf(status = 'orphaned') as orphaned_count,
      if({orphaned_score:Float64} > 0, countIf(status = 'missed'), 0) as unknown_orphan_count,
      sum(
        multiIf(
          status = 'orphaned', {orphaned_score:Float64},
          status = 'missed', 0,
          is_payload_empty, {empty_payload_score:Float64},
          1
        )
      ) as proposer_score_sum,
      sum(slashing_count) as slashes_collected_count,
      -- allow unknown-as-zero: no block earns nothing; a day without its duties is not complete
      sum(toInt64(ifNull(attestation_reward_gwei, 0))) as proposer_attestation_reward_gwei,
      -- allow unknown-as-zero: no block earns nothing; a day without its duties is not complete
      sum(toInt64(ifNull(sync_reward_gwei, 0))) as proposer_sync_reward_gwei,
      -- allow unknown-as-zero: no block earns nothing; a day without its duties is not complete
      sum(toInt64(ifNull(slashing_reward_gwei, 0))) as proposer_slashing_reward_gwei,
      -- allow unknown-as-zero: null for a slot with its block, which missed nothing
      sum(toInt64(ifNull(missed_reward_gwei, 0))) as missed_proposal_reward_gwei
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    group by validator_index
  ),
  executions as (
    /* include fragments/eth/execution_sums.sql */
  ),
  taken as (
    select
      validator_index, 1 as slashes_received_count, toInt64(penalty_gwei) as penalty_gwei, 0 as unknown_slashing_count
    from fct_eth_slashing final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    union all
    -- Every penalty applied; one whose window begins before the history is counted, but not summed.
    select
      validator_index,
      0 as slashes_received_count,
      toInt64(ifNull(penalties.penalty_gwei, 0)) as penalty_gwei,
      toUInt8(penalties.penalty_gwei is null) as unknown_slashing_count
    from (
      select epoch, validator_index
      from int_eth_slashing_correlation final
      where
        network = {network:String}
        and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
        and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    ) as penalised
    left join (
      select epoch, validator_index, fct_eth_slashing_correlation.penalty_gwei as penalty_gwei
      from fct_eth_slashing_correlation final
      where
        network = {network:String}
        and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
        and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    ) as penalties using (epoch, validator_index)
  ),
  slashings as (
    select
      validator_index,
      sum(taken.slashes_received_count) as slashes_received_count,
      -sum(taken.penalty_gwei) as slashing_penalty_gwei,
      sum(taken.unknown_slashing_count) as unknown_slashing_count
    from taken
    group by validator_index
  ),
  -- The last snapshot at or before the day's last epoch, and the changes since.
  states as (
    select validator_index, toNullable(argMax(effective_balance_gwei, (epoch, version))) as effective_balance_gwei
    from raw_eth_registry
    where
      network = {network:String}
      and epoch >= (
        select max(registry_epoch)
        from raw_eth_epoch final
        where network = {network:String} and epoch = {to_epoch:UInt32}
      )
      and epoch <= {to_epoch:UInt32}
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    group by validator_index
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  validator_index,
  {day:UInt32} as day,
  {date:Date} as date,
  {from_epoch:UInt32} as start_epoch,
  {to_epoch:UInt32} as end_epoch,
  {is_complete:UInt8} as is_complete,
  duties.attestation_duty_count as attestation_duty_count,
  duties.attested_count as attested_count,
  duties.attestation_count as attestation_count,
  duties.correct_target_count as correct_target_count,
  duties.correct_head_count as correct_head_count,
  duties.inclusion_delay_sum as inclusion_delay_sum,
  duties.late_source_count as late_source_count,
  duties.late_target_count as late_target_count,
  duties.late_head_count as late_head_count,
  proposals.proposer_duty_count as proposer_duty_count,
  proposals.proposed_count as proposed_count,
  proposals.proposed_empty_count as proposed_empty_count,
  proposals.orphaned_count as orphaned_count,
  proposals.unknown_orphan_count as unknown_orphan_count,
  proposals.proposer_score_sum as proposer_score_sum,
  duties.sync_signature_count as sync_signature_count,
  duties.sync_missed_count as sync_missed_count,
  slashings.slashes_received_count as slashes_received_count,
  proposals.slashes_collected_count as slashes_collected_count,
  duties.attestation_reward_gwei as attestation_reward_gwei,
  duties.inactivity_penalty_gwei as inactivity_penalty_gwei,
  duties.sync_reward_gwei as sync_reward_gwei,
  duties.sync_penalty_gwei as sync_penalty_gwei,
  proposals.proposer_attestation_reward_gwei as proposer_attestation_reward_gwei,
  proposals.proposer_sync_reward_gwei as proposer_sync_reward_gwei,
  proposals.proposer_slashing_reward_gwei as proposer_slashing_reward_gwei,
  slashings.slashing_penalty_gwei as slashing_penalty_gwei,
  duties.late_source_penalty_gwei as late_source_penalty_gwei,
  duties.late_target_penalty_gwei as late_target_penalty_gwei,
  duties.wrong_target_penalty_gwei as wrong_target_penalty_gwei,
  duties.wrong_head_penalty_gwei as wrong_head_penalty_gwei,
  duties.missed_attestation_penalty_gwei as missed_attestation_penalty_gwei,
  duties.missed_attestation_reward_gwei as missed_attestation_reward_gwei,
  proposals.missed_proposal_reward_gwei as missed_proposal_reward_gwei,
  executions.tips_wei as tips_wei,
  executions.baseline_mev_wei as baseline_mev_wei,
  executions.external_rewards_wei as external_rewards_wei,
  executions.missed_execution_rewards_wei as missed_execution_rewards_wei,
  executions.unknown_execution_count as unknown_execution_count,
  executions.unknown_external_count as unknown_external_count,
  executions.unknown_missed_count as unknown_missed_count,
  slashings.unknown_slashing_count as unknown_slashing_count,
  executions.execution_fact_count as execution_fact_count,
  states.effective_balance_gwei as effective_balance_gwei,
  -- 100 * uptime * correctness / delay = 100 * (H + T + S) / 3 / duties * attested / delays, with S where it counts
  multiIf(
    attestation_duty_count = 0, null,
    attested_count = 0, 0,
    100. * (attested_count / attestation_duty_count)
      * (
        (correct_head_count + correct_target_count + {is_source_counted:UInt8} * attested_count)
        -- allow narrow-product: attestations of a day times 3
        / ((2 + {is_source_counted:UInt8}) * attested_count)
      )
      / (inclusion_delay_sum / attested_count)
  ) as attester_effectiveness,
  if(proposer_duty_count = 0, null, 100. * proposer_score_sum / proposer_duty_count) as proposer_effectiveness,
  multiIf(
    proposer_duty_count = 0, attester_effectiveness,
    attestation_duty_count = 0, proposer_effectiveness,
    {proposer_weight:Float64} * proposer_effectiveness + (1 - {proposer_weight:Float64}) * attester_effectiveness
  ) as validator_effectiveness,
  {is_source_counted:UInt8} as is_source_counted,
  {rating_version:String} as rating_version,
  {version:UInt64} + executions.execution_fact_count as version
from duties
full join proposals using (validator_index)
left join executions using (validator_index)
full join slashings using (validator_index)
left join states using (validator_index)
-- Each validator occurs once, so nothing is collapsed while writing.
settings
  optimize_on_insert = 0,
  -- Smaller blocks are sorted and written with a fraction of the memory.
  min_insert_block_size_rows = 262144,
  min_insert_block_size_bytes = 67108864,
  -- Each thread keeps its own sums for every validator of the range.
  max_threads = 2
