/* ---
grain: network, slot
reads: [fct_eth_proposal_slot, int_eth_payload, raw_eth_execution_block, raw_eth_relay_epoch, raw_eth_relay_payload]
window: block
--- */
-- Blocks of epochs with written proposals: fees and the proposer's rewards. A block that the execution nodes don't know
-- yet has the fields of its beacon block only.
insert into fct_eth_block
with
  proposals as (
    select *
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  ),
  payloads as (
    select *, 1 as is_there
    from int_eth_payload final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  ),
  receipts as (
    select
      *,
      1 as is_there,
      type_0_tips_wei + type_1_tips_wei + type_2_tips_wei + type_3_tips_wei + type_4_tips_wei as tips_wei,
      -- Over its whole epoch, for the mean.
      count() over (partition by epoch) + count(sanctioned_count) over (partition by epoch) as fact_count
    from raw_eth_execution_block final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  ),
  relay_epochs as (
    select
      epoch,
      count() + sum(payload_count) as fact_count,
      hasAll(groupArray(toString(relay)), arrayMap(name -> toString(name), groupUniqArrayArray(requested_relays)))
        as is_whole
    from raw_eth_relay_epoch final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    group by epoch
  ),
  -- By relay, in the order of their names.
  delivered as (
    select
      slot,
      toString(block_hash) as block_hash,
      arraySort(groupArray((toString(relay), builder_pubkey, value_wei))) as relays,
      groupArray(toString(proposer_fee_recipient)) as recipients,
      min(value_wei) as lowest_value_wei
    from raw_eth_relay_payload final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
    group by slot, block_hash
  ),
  -- Totals of earlier blocks, read only for an epoch without blocks.
  (
    select (
      count(),
      countIf(execution_rewards_wei is null),
      sum(ifNull(execution_rewards_wei, 0)),
      sum(toUInt64(execution_rewards_wei is not null))
    )
    from fct_eth_block final
    where
      network = {network:String}
      and slot < {from_epoch:UInt32} * {slots_per_epoch:UInt32}
      and status = 'proposed'
      and {is_history_needed:UInt8}
  ) as history,
  proposals.status = 'proposed' as is_proposed,
  is_proposed and payloads.is_there as is_paid,
  is_paid and receipts.is_there and receipts.block_hash = payloads.block_hash as has_receipts,
  is_proposed and (has_receipts or not is_paid) as is_known,
  toString(payloads.fee_recipient) as payee,
  ifNull(receipts.is_last_successful, 0) = 1 as is_last_successful,
  -- A builder that was the fee recipient paid with its last transaction, otherwise by a call, as the relay reports.
  notEmpty(delivered.relays) and not has(delivered.recipients, payee) as is_bought,
  is_last_successful and has(delivered.recipients, toString(ifNull(receipts.last_recipient, ''))) as is_seen,
  -- The same for a builder that no relay knows.
  empty(delivered.relays)
    and is_last_successful
    and toString(ifNull(receipts.last_sender, '')) = payee
    and ifNull(receipts.last_value_wei, 0) > 0 as is_unlisted,
  multiIf(
    not has_receipts, null,
    is_bought and not is_seen, delivered.lowest_value_wei,
    is_bought or is_unlisted, receipts.last_value_wei,
    null
  ) as payment,
  -- Without a payload there are no execution facts.
  if(has_receipts, receipts.tips_wei, 0) as tips,
  least(tips, ifNull(payment, tips)) as reached,
  multiIf(
    not has_receipts, 0,
    payment is null, receipts.fee_recipient_transfers_wei,
    toUInt256(assumeNotNull(payment) - reached)
  ) as mev,
  reached + mev as rewards,
  -- A delivery by one relay is known even if another relay fails. That there was none is known once all relays have
  -- returned.
  relay_epochs.is_whole = 1 as is_relay_known,
  countIf(is_proposed) over (partition by proposals.epoch) as block_count,
  countIf(is_known) over (partition by proposals.epoch) as known_count,
  sumIf(rewards, is_known) over (partition by proposals.epoch) as rewards_sum,
  -- Each row counts as a fact, too.
  1 + max(receipts.fact_count) over (partition by proposals.epoch) + relay_epochs.fact_count as facts
select
  {network:String} as network,
  proposals.slot as slot,
  proposals.epoch as epoch,
  proposals.validator_index as validator_index,
  proposals.status as status,
  if(is_proposed, proposals.block_root, null) as block_root,
  if(is_paid, payloads.block_number, null) as block_number,
  if(is_paid, payloads.block_hash, null) as block_hash,
  if(is_paid, payloads.fee_recipient, null) as fee_recipient,
  if(is_paid, payloads.base_fee_per_gas_wei, null) as base_fee_per_gas_wei,
  if(is_paid, payloads.gas_used, null) as gas_used,
  if(is_paid, payloads.transaction_count, 0) as transaction_count,
  if(is_paid, payloads.transaction_type_counts, [0, 0, 0, 0, 0]) as transaction_type_counts,
  if(has_receipts, receipts.type_0_tips_wei, if(is_paid, null, 0)) as type_0_tips_wei,
  if(has_receipts, receipts.type_1_tips_wei, if(is_paid, null, 0)) as type_1_tips_wei,
  if(has_receipts, receipts.type_2_tips_wei, if(is_paid, null, 0)) as type_2_tips_wei,
  if(has_receipts, receipts.type_3_tips_wei, if(is_paid, null, 0)) as type_3_tips_wei,
  if(has_receipts, receipts.type_4_tips_wei, if(is_paid, null, 0)) as type_4_tips_wei,
  if(has_receipts, receipts.tips_wei, if(is_paid, null, 0)) as tips_wei,
  multiIf(
    not is_paid, 0,
    has_receipts, receipts.base_fees_burnt_wei + receipts.blob_fees_burnt_wei,
    -- The blob base fee is only in receipts.
    payloads.blob_gas_used = 0, toUInt256(payloads.gas_used) * payloads.base_fee_per_gas_wei,
    null
  ) as burnt_wei,
  payment as payment_wei,
  if(is_paid and not has_receipts, null, reached) as proposer_tips_wei,
  if(is_paid and not has_receipts, null, mev) as baseline_mev_wei,
  if(is_paid and not has_receipts, null, rewards) as execution_rewards_wei,
  multiIf(
    not is_paid, 0,
    not has_receipts, null,
    notEmpty(delivered.relays), rewards,
    is_relay_known, 0,
    null
  ) as external_rewards_wei,
  multiIf(
    is_proposed, 0,
    block_count > known_count, null,
    block_count > 0, intDiv(rewards_sum, block_count),
    history.2 > 0, null,
    intDiv(history.3, greatest(history.1, 1))
  ) as missed_execution_rewards_wei,
  if(
    is_proposed,
    proposals.attestation_reward_gwei + proposals.sync_reward_gwei + proposals.slashing_reward_gwei,
    0
  ) as consensus_rewards_gwei,
  proposals.missed_reward_gwei as missed_consensus_rewards_gwei,
  if(has_receipts, receipts.sanctioned_count, if(is_paid, null, 0)) as sanctioned_count,
  delivered.relays.1 as relays,
  delivered.relays.2 as builder_pubkeys,
  delivered.relays.3 as relay_values_wei,
  proposals.is_payload_empty as is_payload_empty,
  is_relay_known,
  facts + if(block_count = 0, history.4, 0) as execution_fact_count,
  {revision:UInt64} * {version_revision:UInt64}
    + bitAnd(proposals.version, {version_revision:UInt64} - 1)
    + execution_fact_count as version
from proposals
left join payloads on payloads.slot = proposals.slot
left join receipts on receipts.slot = proposals.slot
left join relay_epochs on relay_epochs.epoch = proposals.epoch
left join delivered on delivered.slot = proposals.slot and delivered.block_hash = toString(payloads.block_hash)
