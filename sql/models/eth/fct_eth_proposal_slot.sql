/* ---
grain: network, slot
reads: [raw_eth_proposer_duty, raw_eth_block, int_eth_epoch, int_eth_attestation_inclusion_slot, int_eth_sync_slot, fct_eth_slashing]
window: epoch
--- */
-- Proposals of computed epochs. A block's attestation reward is for duties of its own epoch and the one before.
insert into fct_eth_proposal_slot
with
  computed as (
    select epoch
    from int_eth_epoch final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  -- Epochs with accounted attestations: computed, or support of the next one that paid its proposers.
  accounted as (
    select epoch
    from int_eth_epoch final
    where network = {network:String} and epoch + 1 between {from_epoch:UInt32} and {to_epoch:UInt32}
    union distinct
    select target_epoch as epoch
    from int_eth_attestation_inclusion_slot final
    where
      network = {network:String}
      and slot + {slots_per_epoch:UInt32} >= {from_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot < {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32}
      and target_epoch + 1 between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  duties as (
    select slot, epoch, validator_index
    from raw_eth_proposer_duty final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
      and slot > 0
      and epoch in (select epoch from computed)
      -- Whether a slot has a block is known as long as its facts are stored.
      and slot in (
        select slot
        from raw_eth_block final
        where
          network = {network:String}
          and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
            and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
          and status != 'orphaned'
          and is_final = 1
      )
  ),
  blocks as (
    select
      slot,
      block_root,
      -- No payload at all: in Bellatrix the chain had none before the merge; since Gloas it was withheld.
      ifNull(transaction_count, if(fork in ('phase0', 'altair', 'bellatrix'), 1, 0)) = 0 as is_payload_empty
    from raw_eth_block final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
      and status = 'canonical'
      and is_final = 1
  ),
  orphans as (
    select slot, max(block_root) as block_root
    from raw_eth_block final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
      and status = 'orphaned'
    group by slot
  ),
  inclusions as (
    select slot, sum(proposer_reward_gwei) as reward_gwei
    from int_eth_attestation_inclusion_slot final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
    group by slot
  ),
  sync as (
    select slot, proposer_reward_gwei as reward_gwei
    from int_eth_sync_slot final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
  ),
  evidence as (
    select slot, sum(reward_gwei) as reward_gwei, count() as slashing_count
    from fct_eth_slashing final
    where
      network = {network:String}
      and slot between {from_epoch:UInt32} * {slots_per_epoch:UInt32}
        and {to_epoch:UInt32} * {slots_per_epoch:UInt32} + {slots_per_epoch:UInt32} - 1
    group by slot
  ),
  proposals as (
    select
      duties.slot as slot,
      duties.epoch as epoch,
      duties.validator_index as validator_index,
      blocks.slot != 0 as is_proposed,
      orphans.slot != 0 as is_orphaned,
      is_proposed and blocks.is_payload_empty as is_payload_empty,
      multiIf(
        is_proposed, blocks.block_root,
        is_orphaned, orphans.block_root,
        toFixedString(concat('0x', repeat('0', 64)), 66)
      ) as block_root,
      duties.epoch = 0 or duties.epoch - 1 in (select epoch from accounted) as is_attestation_known,
      if(is_proposed, inclusions.reward_gwei, 0) as attestation_reward_gwei,
      -- allow optional-default: a block without signatures has no reward for them
      if(is_proposed, sync.reward_gwei, 0) as sync_reward_gwei,
      if(is_proposed, evidence.reward_gwei, 0) as slashing_reward_gwei,
      if(is_proposed, evidence.slashing_count, 0) as slashing_count
    from duties
    left join blocks on duties.slot = blocks.slot
    left join orphans on duties.slot = orphans.slot
    left join inclusions on duties.slot = inclusions.slot
    left join sync on duties.slot = sync.slot
    left join evidence on duties.slot = evidence.slot
  ),
  epochs as (
    select
      epoch,
      intDiv(
        sum(attestation_reward_gwei + sync_reward_gwei + slashing_reward_gwei), countIf(is_proposed)
      ) as mean_reward_gwei
    from proposals
    group by epoch
    having countIf(is_proposed) > 0
  ),
  -- The number of earlier blocks and their mean rewards, read only for an epoch without a block.
  (
    select (
      count(),
      intDiv(
        -- allow unknown-as-zero: null only like attestation_reward_gwei, which the condition leaves out
        sum(ifNull(attestation_reward_gwei, 0) + ifNull(sync_reward_gwei, 0) + ifNull(slashing_reward_gwei, 0)),
        greatest(count(), 1)
      )
    )
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and slot < {from_epoch:UInt32} * {slots_per_epoch:UInt32}
      and status = 'proposed'
      -- Rewards that are not computed yet do not count in the mean.
      and attestation_reward_gwei is not null
      and {is_history_needed:UInt8}
  ) as history,
  epochs.epoch = proposals.epoch and epochs.mean_reward_gwei > 0 as is_epoch_priced
select
  {network:String} as network,
  proposals.slot as slot,
  proposals.epoch as epoch,
  proposals.validator_index as validator_index,
  multiIf(is_proposed, 'proposed', is_orphaned, 'orphaned', 'missed') as status,
  proposals.is_payload_empty as is_payload_empty,
  proposals.block_root as block_root,
  if(is_attestation_known, attestation_reward_gwei, null) as attestation_reward_gwei,
  proposals.sync_reward_gwei as sync_reward_gwei,
  proposals.slashing_reward_gwei as slashing_reward_gwei,
  proposals.slashing_count as slashing_count,
  multiIf(is_proposed, 0, is_epoch_priced, epochs.mean_reward_gwei, history.2) as missed_reward_gwei,
  {revision:UInt64} * {version_revision:UInt64}
    + is_attestation_known * {version_is_attestation_known:UInt64}
    + (is_orphaned and not is_proposed) * {version_is_orphaned:UInt64}
    + if(is_epoch_priced, 0, history.1) as version
from proposals
left join epochs on proposals.epoch = epochs.epoch
