/* ---
grain: network, epoch
reads: [raw_eth_node_reward, int_eth_epoch, fct_eth_validator_duty_epoch, fct_eth_proposal_slot, int_eth_sync_slot, raw_eth_sync_balance]
window: reward_check
--- */
-- Rewards of computed epochs as a node returned them (Beacon API, /eth/v1/beacon/rewards), compared with the computed
-- rewards. A proposer's reward for attestations is compared once the previous epoch is computed, too.
insert into fct_eth_reward_check_epoch
with
  epochs as (
    select epoch, version
    from int_eth_epoch final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  reported as (
    select epoch, toString(component) as component, slot, validator_index, reward_gwei
    from raw_eth_node_reward final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and epoch in (select epoch from epochs)
  ),
  computed as (
    select epoch, part.1 as component, toUInt32(0) as slot, validator_index, toNullable(part.2) as gwei
    from fct_eth_validator_duty_epoch final
    array join [
      ('attestation_source', toInt64(source_reward_gwei)),
      ('attestation_target', toInt64(target_reward_gwei)),
      ('attestation_head', toInt64(head_reward_gwei)),
      ('attestation_inactivity', inactivity_penalty_gwei)
    ] as part
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and (epoch, validator_index) in (
        select epoch, validator_index
        from raw_eth_node_reward
        where
          network = {network:String}
          and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
          and component = 'attestation_source'
      )
    union all
    select epoch, part.1 as component, slot, validator_index, part.2 as gwei
    from fct_eth_proposal_slot final
    array join [
      ('proposer_attestations', toInt64(attestation_reward_gwei)),
      ('proposer_sync_aggregate', toInt64(sync_reward_gwei)),
      ('proposer_slashings', toInt64(slashing_reward_gwei))
    ] as part
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
      and status = 'proposed'
    union all
    select
      epoch, 'sync_committee' as component, slot, member.1 as validator_index, toNullable(toInt64(member.2)) as gwei
    from int_eth_sync_slot final
    array join arrayZip(validator_indices, member_reward_gwei) as member
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  ),
  drained as (
    select epoch, validator_index
    from raw_eth_sync_balance final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  compared as (
    select
      reported.epoch as epoch,
      reported.component as component,
      reported.slot as slot,
      reported.validator_index as validator_index,
      reported.reward_gwei as reported_gwei,
      -- Without a row nothing was paid, except for blocks whose reward is not known yet.
      ifNull(computed.gwei, 0) as computed_gwei,
      -- A withdrawable validator may have less than a missed signature costs. Lighthouse stops at 0 as the chain does
      -- (beacon_chain/src/sync_committee_rewards.rs); the Beacon API does not require that of every node.
      component = 'sync_committee'
        and reported_gwei < computed_gwei
        and computed_gwei <= 0
        and (epoch, validator_index) in (select epoch, validator_index from drained) as is_limited,
      reported_gwei != computed_gwei and not is_limited as is_different
    from reported
    left join computed using (epoch, component, slot, validator_index)
    where computed.gwei is not null or not startsWith(component, 'proposer_')
  )
select
  {network:String} as network,
  compared.epoch as epoch,
  count() as compared_count,
  countIf(is_different) as difference_count,
  arraySlice(
    arraySort(groupArrayIf((component, slot, validator_index, reported_gwei, computed_gwei), is_different)), 1, 1000
  ) as differences,
  any(epochs.version) as version
from compared
inner join epochs on epochs.epoch = compared.epoch
group by epoch
