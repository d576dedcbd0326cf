/* ---
grain: network, source_index
reads: [raw_eth_consolidation, raw_eth_consolidation_balance, raw_eth_block, raw_eth_withdrawal, int_eth_epoch, int_eth_sync_slot, fct_eth_slashing, fct_eth_proposal_slot]
window: consolidation
--- */
-- Consolidations into the computed epochs from_epoch to to_epoch. A node returns balances with the block of the first
-- slot applied; the effects of that block on the target are reverted.
insert into fct_eth_consolidation
with
  executed as (
    select
      source_index,
      epoch,
      target_index,
      amount_gwei,
      toUInt32(epoch * {slots_per_epoch:UInt32}) as slot
    from raw_eth_consolidation final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      and epoch in (
        select epoch
        from int_eth_epoch final
        where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      )
  ),
  balances as (
    select
      source_index,
      target_balance_before_gwei,
      target_balance_after_gwei,
      target_effective_balance_gwei,
      is_source_slashed,
      1 as is_reported
    from raw_eth_consolidation_balance final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  blocks as (
    select
      slot,
      -- A block deducts withdrawals from balances even if its payload, which lists them, is withheld.
      status = 'missed' or fork != 'gloas' or transaction_count is not null as is_reported
    from raw_eth_block final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32} and {to_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot % {slots_per_epoch:UInt32} = 0
      and status != 'orphaned'
      and is_final = 1
  ),
  flows as (
    select slot, member.1 as validator_index, toInt64(member.2) as flow_gwei, 1 as is_known
    from int_eth_sync_slot final
    array join arrayZip(validator_indices, member_reward_gwei) as member
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32} and {to_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot % {slots_per_epoch:UInt32} = 0
    union all
    select
      slot,
      validator_index,
      -- allow unknown-as-zero: null like attestation_reward_gwei, see is_known
      toInt64(ifNull(attestation_reward_gwei, 0)) + ifNull(sync_reward_gwei, 0) + ifNull(slashing_reward_gwei, 0)
        as flow_gwei,
      attestation_reward_gwei is not null as is_known
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32} and {to_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot % {slots_per_epoch:UInt32} = 0
      and status = 'proposed'
    union all
    select slot, validator_index, -toInt64(amount_gwei) as flow_gwei, 1 as is_known
    from raw_eth_withdrawal final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32} and {to_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot % {slots_per_epoch:UInt32} = 0
    union all
    select slot, validator_index, -toInt64(penalty_gwei) as flow_gwei, 1 as is_known
    from fct_eth_slashing final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32} and {to_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot % {slots_per_epoch:UInt32} = 0
  ),
  effects as (
    select slot, validator_index, sum(flows.flow_gwei) as flow_gwei, countIf(flows.is_known = 0) as unknown_count
    from flows
    group by slot, validator_index
  ),
  blocks.is_reported = 1 and effects.unknown_count = 0 and balances.is_reported = 1 as is_settled
select
  {network:String} as network,
  executed.source_index as source_index,
  executed.epoch as epoch,
  executed.target_index as target_index,
  executed.amount_gwei as amount_gwei,
  if(balances.is_reported, toNullable(balances.target_balance_before_gwei), null) as target_balance_before_gwei,
  if(is_settled, toUInt64(balances.target_balance_after_gwei - effects.flow_gwei), null) as target_balance_at_gwei,
  if(balances.is_reported, toNullable(balances.target_effective_balance_gwei), null) as target_effective_balance_gwei,
  {revision:UInt64} * {version_revision:UInt64} + is_settled * {version_is_attestation_known:UInt64} as version
from executed
left join balances on balances.source_index = executed.source_index
left join blocks on blocks.slot = executed.slot
left join effects on effects.slot = executed.slot and effects.validator_index = executed.target_index
-- Older listeners recorded only the amount of a dropped consolidation.
where if(balances.is_reported, balances.is_source_slashed = 0, executed.amount_gwei > 0)
