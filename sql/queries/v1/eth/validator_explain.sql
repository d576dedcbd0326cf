-- The facts of a validator's day: its duties with the blocks that include its votes, sync committee seats, proposals,
-- slashings, and all other changes of its balance between the states around the day.
with
  {before_epoch:UInt32} * {slots_per_epoch:UInt32} as before_slot,
  {after_epoch:UInt32} * {slots_per_epoch:UInt32} as after_slot,
  least({start_epoch:UInt32}, {before_epoch:UInt32} - ({before_epoch:UInt32} > 0)) as first_epoch,
  greatest({end_epoch:UInt32}, {after_epoch:UInt32}) as last_epoch,
  votes as (
    select
      /* include fragments/eth/vote_fields.sql */,
      epoch,
      sync_first_slot_reward_gwei,
      is_source_timely,
      is_target_timely,
      is_head_timely
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch between first_epoch and last_epoch
      and validator_index = {validatorIndex:UInt32}
  ),
  duties as (
    select
      epoch,
      epoch between {start_epoch:UInt32} and {end_epoch:UInt32} as is_of_day,
      is_source_timely,
      is_target_timely,
      is_head_timely,
      votes.sync_first_slot_reward_gwei as sync_first_slot_reward_gwei,
      votes.sync_reward_gwei as sync_gwei,
      /* include fragments/eth/vote_parts.sql */
    from votes
  ),
  -- Block roots are kept forever with proposals; those after the last computed epoch are as the node returned them.
  blocks as (
    select slot, any(root) as block_root
    from (
      select slot, toString(block_root) as root
      from fct_eth_proposal_slot final
      where
        network = {network:String}
        and slot >= first_epoch * {slots_per_epoch:UInt32}
        and slot < (last_epoch + 3) * {slots_per_epoch:UInt32}
        and status = 'proposed'
      union all
      select slot, toString(block_root) as root
      from raw_eth_block final
      where
        network = {network:String}
        and slot >= last_epoch * {slots_per_epoch:UInt32}
        and slot < (last_epoch + 3) * {slots_per_epoch:UInt32}
        and status = 'canonical'
    )
    group by slot
  ),
  committees as (
    select
      epoch,
      slot,
      toUInt32(indexOf(validator_indices, {validatorIndex:UInt32})) as place,
      arrayCumSum(sizes) as ends,
      toUInt32(arrayFirstIndex(end -> end >= place, ends)) as committee
    from raw_eth_committee final
    where
      network = {network:String}
      and slot >= first_epoch * {slots_per_epoch:UInt32}
      and slot < (last_epoch + 1) * {slots_per_epoch:UInt32}
      and has(validator_indices, {validatorIndex:UInt32})
  ),
  seats as (
    select
      epoch,
      arrayFilter(
        (seat, member) -> member = {validatorIndex:UInt32}, range(length(sync_committee)), sync_committee
      ) as places
    from raw_eth_epoch final
    where
      network = {network:String}
      and epoch between first_epoch and last_epoch
      and has(sync_committee, {validatorIndex:UInt32})
  ),
  signatures as (
    select slot, epoch, sync_committee_bits
    from raw_eth_block final
    where
      network = {network:String}
      and epoch in (select epoch from seats)
      and slot >= first_epoch * {slots_per_epoch:UInt32}
      and slot < (last_epoch + 1) * {slots_per_epoch:UInt32}
      and status = 'canonical'
  ),
  seat_slots as (
    select
      paid.epoch as epoch,
      paid.slot as slot,
      paid.participant_reward_gwei as seat_gwei,
      toInt64(paid.member_reward_gwei[indexOf(paid.validator_indices, {validatorIndex:UInt32})]) as net_gwei,
      arrayCount(
        seat -> bitTest(
          reinterpretAsUInt8(substring(unhex(substring(signatures.sync_committee_bits, 3)), intDiv(seat, 8) + 1, 1)),
          seat % 8
        ),
        seats.places
      ) as signed,
      length(seats.places) - signed as missed
    from int_eth_sync_slot as paid final
    inner join signatures on signatures.slot = paid.slot
    inner join seats on seats.epoch = paid.epoch
    where
      paid.network = {network:String}
      and paid.slot >= first_epoch * {slots_per_epoch:UInt32}
      and paid.slot < (last_epoch + 1) * {slots_per_epoch:UInt32}
      and has(paid.validator_indices, {validatorIndex:UInt32})
  ),
  -- By slot if all slots of an epoch explain its duties, otherwise by epoch.
  seat_epochs as (
    select
      epoch,
      groupArray((slot, signed, missed, net_gwei, net_gwei - toInt64(signed * seat_gwei))) as parts,
      sum(signed) as signed_count,
      sum(missed) as missed_count,
      sum(net_gwei) as gwei,
      sum(net_gwei - toInt64(signed * seat_gwei)) as penalty_gwei
    from seat_slots
    group by epoch
  ),
  sync_parts as (
    select
      duties.epoch as epoch,
      duties.is_of_day as is_of_day,
      arrayJoin(
        if(
          seat_epochs.signed_count = duties.sync_signature_count
          and seat_epochs.missed_count = duties.sync_missed_count
          and seat_epochs.gwei = duties.sync_gwei
          and seat_epochs.penalty_gwei = duties.sync_penalty_gwei,
          arrayMap(
            part -> (
              true, part.1, toInt64(part.2), toInt64(part.3), part.4, part.5,
              if(vaEthIsBehind(part.1, before_slot, after_slot), part.4, 0)
            ),
            seat_epochs.parts
          ),
          [
            (
              false,
              toUInt32(duties.epoch * {slots_per_epoch:UInt32}),
              toInt64(duties.sync_signature_count),
              toInt64(duties.sync_missed_count),
              toInt64(duties.sync_gwei),
              toInt64(duties.sync_penalty_gwei),
              toInt64(
                if(vaEthIsEndBetween(duties.epoch, {before_epoch:UInt32}, {after_epoch:UInt32}), duties.sync_gwei, 0)
                + duties.sync_first_slot_reward_gwei
                * vaEthFirstSlotSign(duties.epoch, {before_epoch:UInt32}, {after_epoch:UInt32})
              )
            )
          ]
        )
      ) as part
    from duties
    left join seat_epochs on seat_epochs.epoch = duties.epoch
    where duties.sync_signature_count > 0 or duties.sync_missed_count > 0
  ),
  identities as (
    select pubkey
    from dim_eth_validator final
    where network = {network:String} and validator_index = {validatorIndex:UInt32}
  ),
  -- Transactions of deposits, if an execution node was read.
  deposit_logs as (
    select
      queued.slot as slot,
      queued.item as item,
      concat('0x', lower(hex(logged.transaction_hash))) as transaction_hash
    from (
      select slot, format('{} {}', toString(kind), toString(position)) as item, deposit_index
      from raw_eth_deposit final
      where
        network = {network:String}
        and vaEthIsBehind(slot, before_slot, after_slot)
        and pubkey in (select pubkey from identities)
    ) as queued
    inner join (
      select deposit_index, transaction_hash
      from raw_eth_deposit_log final
      where
        network = {network:String}
        and deposit_index in (
          select deposit_index
          from raw_eth_deposit
          where
            network = {network:String}
            and vaEthIsBehind(slot, before_slot, after_slot)
            and pubkey in (select pubkey from identities)
        )
    ) as logged on logged.deposit_index = queued.deposit_index
  ),
  parts as (
    select
      'attestation' as kind,
      'fct_eth_validator_duty_epoch' as source,
      toUInt64(duties.epoch) * {slots_per_epoch:UInt32} as place,
      if(committees.place = 0, 'epoch', 'slot') as height_kind,
      if(committees.place = 0, duties.epoch, committees.slot + duties.inclusion_delay_sum) as height,
      if(committees.place = 0 or duties.attested_count = 0, 0, height) as block_slot,
      format('epoch {}', toString(duties.epoch)) as item,
      multiIf(
        duties.attestation_duty_count = 0, 'no duty, but liable to penalties',
        committees.place = 0, 'one vote in the epoch',
        format(
          'vote in slot {}, committee {}, place {}',
          toString(committees.slot),
          toString(committees.committee - 1),
          toString(committees.place - 1 - if(committees.committee = 1, 0, committees.ends[committees.committee - 1]))
        )
      ) as expected,
      if(
        duties.attested_count = 0,
        'no vote in any block',
        format(
          'in a block with inclusion delay {}, included {} ×; source {}, target {}, head {}',
          toString(duties.inclusion_delay_sum),
          toString(duties.attestation_count),
          if(duties.is_source_timely, 'timely', 'late'),
          multiIf(duties.correct_target_count = 0, 'wrong', duties.is_target_timely, 'timely', 'right, not timely'),
          multiIf(duties.correct_head_count = 0, 'wrong', duties.is_head_timely, 'timely', 'right, not timely')
        )
      ) as actual,
      vaWhole(
        duties.attestation_reward_gwei + duties.late_source_penalty_gwei + duties.late_target_penalty_gwei
        + duties.wrong_target_penalty_gwei + duties.wrong_head_penalty_gwei + duties.missed_attestation_penalty_gwei
        + duties.inactivity_penalty_gwei
      ) as fact_amount,
      'gwei' as fact_unit,
      arrayConcat(
        if(
          duties.is_of_day,
          [
            ('totalAttestationAssignments', vaWhole(duties.attestation_duty_count)),
            ('totalUniqueAttestations', vaWhole(duties.attested_count)),
            ('totalAttestations', vaWhole(duties.attestation_count)),
            ('sumMissedAttestations', vaWhole(duties.attestation_duty_count) - duties.attested_count),
            ('sumCorrectSource', vaWhole(duties.attested_count)),
            ('sumCorrectTarget', vaWhole(duties.correct_target_count)),
            ('sumCorrectHead', vaWhole(duties.correct_head_count)),
            ('sumWrongTargetVotes', vaWhole(duties.attested_count) - duties.correct_target_count),
            ('sumWrongHeadVotes', vaWhole(duties.attested_count) - duties.correct_head_count),
            ('sumInclusionDelay', vaWhole(duties.inclusion_delay_sum)),
            ('sumLateSourceVotes', vaWhole(duties.late_source_count)),
            ('sumLateTargetVotes', vaWhole(duties.late_target_count)),
            ('sumLateHeadVotes', vaWhole(duties.late_head_count)),
            ('sumAttestationRewards', vaWhole(duties.attestation_reward_gwei)),
            ('sumMissedAttestationRewards', vaWhole(duties.missed_attestation_reward_gwei)),
            ('sumLateSourcePenalties', vaWhole(duties.late_source_penalty_gwei)),
            ('sumLateTargetPenalties', vaWhole(duties.late_target_penalty_gwei)),
            ('sumWrongTargetPenalties', vaWhole(duties.wrong_target_penalty_gwei)),
            ('sumWrongHeadPenalties', vaWhole(duties.wrong_head_penalty_gwei)),
            ('sumMissedAttestationPenalties', vaWhole(duties.missed_attestation_penalty_gwei)),
            ('sumInactivityPenalties', vaWhole(duties.inactivity_penalty_gwei)),
            ('estimatedRewards', vaWhole(duties.attestation_reward_gwei)),
            ('estimatedPenalties', fact_amount - duties.attestation_reward_gwei - duties.inactivity_penalty_gwei),
            ('earnings', fact_amount)
          ],
          []
        ),
        if(
          vaEthIsPaidBetween(duties.epoch, {before_epoch:UInt32}, {after_epoch:UInt32}),
          [('balanceByAttestations', fact_amount), ('balanceResidual', -fact_amount)],
          []
        )
      ) as counted
    from duties
    left join committees on committees.epoch = duties.epoch
    union all
    select
      'sync_committee' as kind,
      if(part.1, 'int_eth_sync_slot', 'fct_eth_validator_duty_epoch') as source,
      toUInt64(part.2) as place,
      if(part.1, 'slot', 'epoch') as height_kind,
      if(part.1, part.2, epoch) as height,
      if(part.1, part.2, 0) as block_slot,
      format('epoch {}', toString(epoch)) as item,
      format('signatures: {}', toString(part.3 + part.4)) as expected,
      format('{} signed, {} missed', toString(part.3), toString(part.4)) as actual,
      vaWhole(part.5) as fact_amount,
      'gwei' as fact_unit,
      arrayConcat(
        if(
          is_of_day,
          [
            ('syncSignatureCount', vaWhole(part.3)),
            ('sumMissedSyncSignatures', vaWhole(part.4)),
            ('sumSyncCommitteeRewards', vaWhole(part.5 - part.6)),
            ('estimatedRewards', vaWhole(part.5 - part.6)),
            ('sumSyncCommitteePenalties', vaWhole(part.6)),
            ('sumMissedSyncCommitteeRewards', vaWhole(-part.6)),
            ('estimatedPenalties', vaWhole(part.6)),
            ('earnings', vaWhole(part.5))
          ],
          []
        ),
        [('balanceBySyncCommittee', vaWhole(part.7)), ('balanceResidual', vaWhole(-part.7))]
      ) as counted
    from sync_parts
    union all
    select
      'proposal' as kind,
      'fct_eth_proposal_slot' as source,
      toUInt64(slot) as place,
      'slot' as height_kind,
      slot as height,
      if(status = 'proposed', slot, 0) as block_slot,
      format('epoch {}', toString(epoch)) as item,
      'a block' as expected,
      multiIf(
        status = 'missed', 'no block',
        status = 'orphaned', 'a block that is not canonical',
        is_payload_empty = 1, 'a canonical block without transactions',
        'a canonical block'
      ) as actual,
      -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
      vaWhole(ifNull(attestation_reward_gwei, 0)) + ifNull(sync_reward_gwei, 0) + ifNull(slashing_reward_gwei, 0)
        as fact_amount,
      'gwei' as fact_unit,
      arrayConcat(
        if(
          epoch between {start_epoch:UInt32} and {end_epoch:UInt32},
          [
            ('proposerDutiesCount', vaWhole(1)),
            ('proposedCount', vaWhole(status = 'proposed')),
            ('executionProposedEmptyCount', vaWhole(status = 'proposed' and is_payload_empty = 1)),
            ('slashesCollected', vaWhole(slashing_count)),
            ('sumConsensusBlockRewards', fact_amount),
            -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
            ('sumMissedConsensusBlockRewards', vaWhole(ifNull(missed_reward_gwei, 0))),
            ('estimatedRewards', fact_amount),
            ('earnings', fact_amount)
          ],
          []
        ),
        if(
          vaEthIsBehind(slot, before_slot, after_slot),
          [('balanceByProposals', fact_amount), ('balanceResidual', -fact_amount)],
          []
        )
      ) as counted
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and slot >= first_epoch * {slots_per_epoch:UInt32}
      and slot < (last_epoch + 1) * {slots_per_epoch:UInt32}
      and validator_index = {validatorIndex:UInt32}
    union all
    select
      'execution' as kind,
      'fct_eth_block' as source,
      toUInt64(slot) as place,
      'slot' as height_kind,
      slot as height,
      if(status = 'proposed', slot, 0) as block_slot,
      if(
        block_number is null, 'no payload', format('execution block {}', toString(assumeNotNull(block_number)))
      ) as item,
      'what users and builders paid' as expected,
      if(
        block_hash is null,
        'nothing',
        format('execution block {}', toString(assumeNotNull(block_hash)))
      ) as actual,
      -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
      vaWhole(ifNull(execution_rewards_wei, 0)) as fact_amount,
      'wei' as fact_unit,
      [
        -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
        ('sumPriorityFeesWei', vaWhole(ifNull(proposer_tips_wei, 0))),
        -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
        ('sumBaselineMevWei', vaWhole(ifNull(baseline_mev_wei, 0))),
        -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
        ('sumExternallySourcedExecutionRewardsWei', vaWhole(ifNull(external_rewards_wei, 0))),
        -- allow unknown-as-zero: explained_facts.sql leaves out numbers that are unknown
        ('sumMissedExecutionRewardsWei', vaWhole(ifNull(missed_execution_rewards_wei, 0)))
      ] as counted
    from fct_eth_block final
    where
      network = {network:String}
      and slot >= {start_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot < ({end_epoch:UInt32} + 1) * {slots_per_epoch:UInt32}
      and validator_index = {validatorIndex:UInt32}
    union all
    select
      'slashing' as kind,
      'fct_eth_slashing' as source,
      toUInt64(slot) as place,
      'slot' as height_kind,
      slot as height,
      slot as block_slot,
      format('evidence of kind {}, taken in by {}', toString(own.kind), toString(own.proposer_index)) as item,
      null as expected,
      'slashed' as actual,
      -vaWhole(penalty_gwei) as fact_amount,
      'gwei' as fact_unit,
      arrayConcat(
        if(
          epoch between {start_epoch:UInt32} and {end_epoch:UInt32},
          [('slashesReceived', vaWhole(1)), ('sumSlashingPenalties', fact_amount), ('earnings', fact_amount)],
          []
        ),
        if(
          vaEthIsBehind(slot, before_slot, after_slot),
          [('balanceBySlashings', fact_amount), ('balanceResidual', -fact_amount)],
          []
        )
      ) as counted
    from fct_eth_slashing as own final
    where
      network = {network:String}
      and validator_index = {validatorIndex:UInt32}
      and epoch between first_epoch and last_epoch
    union all
    select
      'slashing_correlation' as kind,
      'fct_eth_slashing_correlation' as source,
      (toUInt64(epoch) + 1) * {slots_per_epoch:UInt32} as place,
      'epoch' as height_kind,
      epoch as height,
      0 as block_slot,
      'end of the epoch half-way to withdrawable' as item,
      null as expected,
      format('{} gwei slashed around the same time', toString(assumeNotNull(slashed_balance_gwei))) as actual,
      -vaWhole(assumeNotNull(penalty_gwei)) as fact_amount,
      'gwei' as fact_unit,
      arrayConcat(
        if(
          epoch between {start_epoch:UInt32} and {end_epoch:UInt32},
          [('sumSlashingPenalties', fact_amount), ('earnings', fact_amount)],
          []
        ),
        if(
          vaEthIsEndBetween(epoch, {before_epoch:UInt32}, {after_epoch:UInt32}),
          [('balanceBySlashings', fact_amount), ('balanceResidual', -fact_amount)],
          []
        )
      ) as counted
    from fct_eth_slashing_correlation final
    where
      network = {network:String}
      and epoch between first_epoch and last_epoch
      and validator_index = {validatorIndex:UInt32}
      -- If it is unknown, nothing counts: its numbers are null.
      and penalty_gwei is not null
    union all
    select
      'withdrawal' as kind,
      'raw_eth_withdrawal' as source,
      toUInt64(slot) as place,
      'slot' as height_kind,
      slot as height,
      slot as block_slot,
      format('withdrawal {}', toString(withdrawal_index)) as item,
      null as expected,
      format('paid to {}', toString(address)) as actual,
      -vaWhole(amount_gwei) as fact_amount,
      'gwei' as fact_unit,
      [('balanceByWithdrawals', fact_amount), ('balanceResidual', -fact_amount)] as counted
    from raw_eth_withdrawal final
    where
      network = {network:String}
      and vaEthIsBehind(slot, before_slot, after_slot)
      and validator_index = {validatorIndex:UInt32}
    union all
    select
      'deposit' as kind,
      'raw_eth_deposit' as source,
      toUInt64(slot) as place,
      'slot' as height_kind,
      slot as height,
      slot as block_slot,
      format('{} {}', toString(own.kind), toString(own.position)) as item,
      null as expected,
      if(own.kind = 'bridge', 'credited', 'queued') as actual,
      vaWhole(amount_gwei) as fact_amount,
      'gwei' as fact_unit,
      [('balanceByDeposits', fact_amount), ('balanceResidual', -fact_amount)] as counted
    from raw_eth_deposit as own final
    where
      network = {network:String}
      and vaEthIsBehind(slot, before_slot, after_slot)
      and pubkey in (select pubkey from identities)
    union all
    select
      'void_deposit' as kind,
      'fct_eth_validator_reconciliation_daily' as source,
      toUInt64(end_epoch) * {slots_per_epoch:UInt32} as place,
      'epoch' as height_kind,
      end_epoch as height,
      0 as block_slot,
      'deposits before the first one that is credited' as item,
      null as expected,
      'not credited: no validator was there, and no signature was valid' as actual,
      -vaWhole(void_deposit_gwei) as fact_amount,
      'gwei' as fact_unit,
      [('balanceByDeposits', fact_amount), ('balanceResidual', -fact_amount)] as counted
    from fct_eth_validator_reconciliation_daily final
    where
      network = {network:String}
      and day_type = {day_type:String}
      and validator_index = {validatorIndex:UInt32}
      and day = {day:UInt32}
      and void_deposit_gwei > 0
    union all
    select
      if(epoch = {before_epoch:UInt32}, 'queued_before', 'queued_after') as kind,
      'raw_eth_pending_deposit' as source,
      toUInt64(epoch) * {slots_per_epoch:UInt32} as place,
      'epoch' as height_kind,
      epoch as height,
      0 as block_slot,
      'state at the first slot' as item,
      null as expected,
      'deposits in the queue' as actual,
      vaWhole(amount_gwei) * vaEthQueuedSign(epoch, {before_epoch:UInt32}, {after_epoch:UInt32}) as fact_amount,
      'gwei' as fact_unit,
      [('balanceByDeposits', fact_amount), ('balanceResidual', -fact_amount)] as counted
    from raw_eth_pending_deposit final
    where
      network = {network:String}
      and epoch in ({before_epoch:UInt32}, {after_epoch:UInt32})
      and pubkey in (select pubkey from identities)
    union all
    select
      'consolidation' as kind,
      'raw_eth_consolidation' as source,
      toUInt64(epoch) * {slots_per_epoch:UInt32} as place,
      'epoch' as height_kind,
      epoch as height,
      0 as block_slot,
      format('from {} into {}', toString(source_index), toString(target_index)) as item,
      null as expected,
      'merged on entering the epoch' as actual,
      vaWhole(amount_gwei) * ((target_index = {validatorIndex:UInt32}) - (source_index = {validatorIndex:UInt32}))
        as fact_amount,
      'gwei' as fact_unit,
      [('balanceByConsolidations', fact_amount), ('balanceResidual', -fact_amount)] as counted
    from raw_eth_consolidation final
    where
      network = {network:String}
      and vaEthIsBehind(epoch, {before_epoch:UInt32}, {after_epoch:UInt32})
      and (source_index = {validatorIndex:UInt32} or target_index = {validatorIndex:UInt32})
    union all
    select
      if(epoch = {before_epoch:UInt32}, 'balance_before', 'balance_after') as kind,
      'raw_eth_registry' as source,
      toUInt64(epoch) * {slots_per_epoch:UInt32} as place,
      'epoch' as height_kind,
      epoch as height,
      toUInt32(epoch * {slots_per_epoch:UInt32}) as block_slot,
      'state at the first slot, with its block applied' as item,
      null as expected,
      'balance' as actual,
      vaWhole(balance_gwei) as fact_amount,
      'gwei' as fact_unit,
      [
        (if(epoch = {before_epoch:UInt32}, 'balanceBefore', 'balanceAfter'), fact_amount),
        ('balanceResidual', if(epoch = {before_epoch:UInt32}, -fact_amount, fact_amount))
      ] as counted
    from raw_eth_registry final
    where
      network = {network:String}
      and epoch in ({before_epoch:UInt32}, {after_epoch:UInt32})
      and validator_index = {validatorIndex:UInt32}
      and is_snapshot = 1
  ),
  facts as (
    select
      parts.kind as kind,
      parts.source as source,
      parts.place as place,
      parts.height_kind as height_kind,
      parts.height as height,
      if(blocks.block_root = '', null, blocks.block_root) as block_hash,
      if(deposit_logs.transaction_hash = '', null, deposit_logs.transaction_hash) as transaction_hash,
      parts.item as item,
      parts.expected as expected,
      parts.actual as actual,
      parts.fact_amount as fact_amount,
      parts.fact_unit as fact_unit,
      arrayFilter(part -> part.2 != 0, parts.counted) as counted
    from parts
    left join blocks on blocks.slot = parts.block_slot
    left join deposit_logs on deposit_logs.slot = parts.block_slot and deposit_logs.item = parts.item
    where notEmpty(arrayFilter(part -> part.2 != 0, parts.counted))
  )
/* include fragments/explained_facts.sql */
