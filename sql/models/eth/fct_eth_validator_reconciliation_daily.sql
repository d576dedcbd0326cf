/* ---
grain: network, day_type, validator_index, day
reads: [raw_eth_registry, raw_eth_epoch, raw_eth_sync_balance, raw_eth_withdrawal, raw_eth_deposit, raw_eth_pending_deposit, raw_eth_consolidation, dim_eth_validator, fct_eth_validator_duty_epoch, fct_eth_validator_performance_span, fct_eth_proposal_slot, fct_eth_slashing, fct_eth_slashing_correlation, fct_eth_reward_check_epoch]
window: snapshot
--- */
-- Balance change between two snapshots, each the state of an epoch's first slot with its block applied: attestation
-- duties of epochs start - 1 to end - 2 are paid in between, and the blocks of slots (start, end].
insert into fct_eth_validator_reconciliation_daily
with
  {start_epoch:UInt32} * {slots_per_epoch:UInt32} as start_slot,
  {end_epoch:UInt32} * {slots_per_epoch:UInt32} as end_slot,
  starts as (
    select validator_index, balance_gwei, withdrawable_epoch
    from raw_eth_registry final
    where
      network = {network:String}
      and epoch = {start_epoch:UInt32}
      and is_snapshot = 1
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  ends as (
    select validator_index, balance_gwei, is_slashed, withdrawable_epoch
    from raw_eth_registry final
    where
      network = {network:String}
      and epoch = {end_epoch:UInt32}
      and is_snapshot = 1
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  -- Existing spans are read as sums, the other epochs one by one.
  flows as (
    select
      validator_index,
      sumIf(
        toInt64(source_reward_gwei) + target_reward_gwei + head_reward_gwei + inclusion_delay_reward_gwei
          + inactivity_penalty_gwei,
        vaEthIsPaidBetween(epoch, {start_epoch:UInt32}, {end_epoch:UInt32})
      ) as attestation_gwei,
      sumIf(
        toInt64(least(target_reward_gwei, 0)), vaEthIsPaidBetween(epoch, {start_epoch:UInt32}, {end_epoch:UInt32})
      ) as target_loss_gwei,
      sumIf(toInt64(sync_reward_gwei), vaEthIsEndBetween(epoch, {start_epoch:UInt32}, {end_epoch:UInt32}))
        as sync_gwei
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch in (select arrayJoin({loose_epochs:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    group by validator_index
    union all
    select
      validator_index,
      attestation_reward_gwei + inactivity_penalty_gwei + late_source_penalty_gwei + late_target_penalty_gwei
        + wrong_target_penalty_gwei + wrong_head_penalty_gwei + missed_attestation_penalty_gwei as attestation_gwei,
      late_target_penalty_gwei + wrong_target_penalty_gwei + missed_attestation_penalty_gwei as target_loss_gwei,
      sync_reward_gwei + sync_penalty_gwei as sync_gwei
    from fct_eth_validator_performance_span final
    where
      network = {network:String}
      and start_epoch in (select arrayJoin({span_epochs:Array(UInt32)}))
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    union all
    select
      validator_index,
      0 as attestation_gwei,
      0 as target_loss_gwei,
      toInt64(sync_first_slot_reward_gwei)
        * vaEthFirstSlotSign(epoch, {start_epoch:UInt32}, {end_epoch:UInt32}) as sync_gwei
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch in ({start_epoch:UInt32}, {end_epoch:UInt32})
      and sync_first_slot_reward_gwei != 0
      and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
  ),
  attestations as (
    select
      validator_index,
      sum(flows.attestation_gwei) as attestation_gwei,
      sum(flows.target_loss_gwei) as target_loss_gwei,
      sum(flows.sync_gwei) as sync_gwei
    from flows
    group by validator_index
  ),
  proposals as (
    select
      validator_index,
      sum(
        -- allow unknown-as-zero: null like attestation_reward_gwei, which missing_inputs names
        toInt64(ifNull(attestation_reward_gwei, 0)) + ifNull(sync_reward_gwei, 0) + ifNull(slashing_reward_gwei, 0)
      ) as proposer_gwei,
      countIf(attestation_reward_gwei is null) as unknown_count
    from fct_eth_proposal_slot final
    where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
    group by validator_index
  ),
  taken as (
    select validator_index, toInt64(penalty_gwei) as penalty_gwei, 0 as correlation_count
    from fct_eth_slashing final
    where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
    union all
    select validator_index, toInt64(assumeNotNull(penalty_gwei)) as penalty_gwei, 1 as correlation_count
    from fct_eth_slashing_correlation final
    where
      network = {network:String}
      and vaEthIsEndBetween(epoch, {start_epoch:UInt32}, {end_epoch:UInt32})
      and fct_eth_slashing_correlation.penalty_gwei is not null
  ),
  slashings as (
    select
      validator_index,
      -sum(taken.penalty_gwei) as slashing_gwei,
      sum(taken.correlation_count) as correlation_count
    from taken
    group by validator_index
  ),
  withdrawals as (
    select validator_index, -sum(toInt64(amount_gwei)) as withdrawal_gwei
    from raw_eth_withdrawal final
    where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
    group by validator_index
  ),
  deposit_flows as (
    select pubkey, toInt64(amount_gwei) as amount_gwei
    from raw_eth_deposit final
    where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
    union all
    select
      pubkey,
      toInt64(amount_gwei) * vaEthQueuedSign(epoch, {start_epoch:UInt32}, {end_epoch:UInt32}) as amount_gwei
    from raw_eth_pending_deposit final
    where network = {network:String} and epoch in ({start_epoch:UInt32}, {end_epoch:UInt32})
  ),
  deposits as (
    select identities.validator_index as validator_index, sum(deposit_flows.amount_gwei) as deposit_gwei
    from deposit_flows
    inner join (
      select pubkey, validator_index
      from dim_eth_validator final
      where network = {network:String} and validator_index between {first_validator:UInt32} and {last_validator:UInt32}
    ) as identities on deposit_flows.pubkey = identities.pubkey
    group by validator_index
  ),
  -- Validators created between the snapshots: of several deposits, those before the first one with a valid signature
  -- were void (specs/phase0/beacon-chain.md, apply_deposit; specs/electra/beacon-chain.md, apply_pending_deposit).
  newcomers as (
    select pubkey, validator_index
    from dim_eth_validator final
    where
      network = {network:String}
      and validator_index in (select validator_index from ends)
      and validator_index not in (select validator_index from starts)
  ),
  -- Deposits queued at the first snapshot are the last ones before it; those not known individually count as one.
  first_deposits as (
    select
      own.pubkey as pubkey,
      arrayMap(row -> toInt64(row.4), arraySort(groupArrayIf(own.deposit, own.slot <= start_slot))) as earlier,
      arrayMap(row -> toInt64(row.4), arraySort(groupArrayIf(own.deposit, own.slot > start_slot))) as later
    from (
      select pubkey, slot, (slot, toUInt8(kind), position, amount_gwei) as deposit
      from raw_eth_deposit final
      where network = {network:String} and slot <= end_slot and pubkey in (select pubkey from newcomers)
    ) as own
    group by own.pubkey
  ),
  queued as (
    select pubkey, sumIf(toInt64(amount_gwei), epoch = {start_epoch:UInt32}) as before_gwei
    from raw_eth_pending_deposit final
    where
      network = {network:String}
      and epoch in ({start_epoch:UInt32}, {end_epoch:UInt32})
      and pubkey in (select pubkey from newcomers)
    group by pubkey
  ),
  void_candidates as (
    select
      newcomers.validator_index as validator_index,
      arrayFilter(
        (amount, total) -> total <= queued.before_gwei,
        arrayReverse(first_deposits.earlier),
        arrayCumSum(arrayReverse(first_deposits.earlier))
      ) as known_before,
      queued.before_gwei - arraySum(known_before) as unknown_before,
      arrayConcat(
        if(unknown_before > 0, [unknown_before], []), arrayReverse(known_before), first_deposits.later
      ) as amounts,
      -- All deposits up to one that is not the last: that one, or a later one, was valid.
      arrayCumSum(arrayPopBack(amounts)) as totals
    from newcomers
    left join first_deposits on first_deposits.pubkey = newcomers.pubkey
    left join queued on queued.pubkey = newcomers.pubkey
    where length(amounts) > 1
  ),
  consolidations as (
    select target_index as validator_index, toInt64(amount_gwei) as moved_gwei
    from raw_eth_consolidation final
    where network = {network:String} and vaEthIsBehind(epoch, {start_epoch:UInt32}, {end_epoch:UInt32})
    union all
    select source_index as validator_index, -toInt64(amount_gwei) as moved_gwei
    from raw_eth_consolidation final
    where network = {network:String} and vaEthIsBehind(epoch, {start_epoch:UInt32}, {end_epoch:UInt32})
  ),
  consolidated as (
    select validator_index, sum(moved_gwei) as consolidation_gwei
    from consolidations
    group by validator_index
  ),
  -- The last epoch for which balances of sync committee members were not read.
  seats as (
    select validator_index, max(epoch) + 1 as unknown_until_epoch
    from raw_eth_epoch final
    array join arrayDistinct(sync_committee) as validator_index
    where
      network = {network:String}
      and epoch between {start_epoch:UInt32} and {end_epoch:UInt32}
      and (epoch, validator_index) not in (
        select epoch, validator_index
        from raw_eth_sync_balance final
        where network = {network:String} and epoch between {start_epoch:UInt32} and {end_epoch:UInt32}
      )
    group by validator_index
  ),
  refuted as (
    select difference.validator_index as validator_index
    from fct_eth_reward_check_epoch final
    array join differences as difference
    where
      network = {network:String}
      and epoch + 1 >= {start_epoch:UInt32}
      and epoch <= {end_epoch:UInt32}
      and difference_count > 0
  ),
  known as (
    select
      countIf(
        is_consolidation_known = 0 and epoch > {start_epoch:UInt32} and epoch >= {electra_epoch:UInt32}
      ) as unknown_consolidations,
      countIf(
        pending_deposit_rows is null and epoch in ({start_epoch:UInt32}, {end_epoch:UInt32})
          and epoch >= {electra_epoch:UInt32}
      ) as unknown_queues
    from raw_eth_epoch final
    where network = {network:String} and epoch between {start_epoch:UInt32} and {end_epoch:UInt32}
  ),
  (select unknown_consolidations from known) as unknown_consolidations,
  (select unknown_queues from known) as unknown_queues
select
  {network:String} as network,
  {day_type:String} as day_type,
  ends.validator_index as validator_index,
  {day:UInt32} as day,
  {start_epoch:UInt32} as start_epoch,
  {end_epoch:UInt32} as end_epoch,
  starts.balance_gwei as start_balance_gwei,
  ends.balance_gwei as end_balance_gwei,
  attestations.attestation_gwei as attestation_gwei,
  attestations.sync_gwei as sync_gwei,
  proposals.proposer_gwei as proposer_gwei,
  slashings.slashing_gwei as slashing_gwei,
  -- The total that leaves the smallest residual: a deposit has at least 1 ETH, and all other changes of a new
  -- validator's balance are known or smaller.
  toUInt64(
    arraySort(
      total -> abs(
        toInt64(ends.balance_gwei) - toInt64(starts.balance_gwei)
          - attestations.attestation_gwei - attestations.sync_gwei
          - proposals.proposer_gwei - slashings.slashing_gwei - withdrawals.withdrawal_gwei
          - consolidated.consolidation_gwei - deposits.deposit_gwei + total
      ),
      arrayPushFront(void_candidates.totals, toInt64(0))
    )[1]
  ) as void_deposit_gwei,
  deposits.deposit_gwei - toInt64(void_deposit_gwei) as deposit_gwei,
  withdrawals.withdrawal_gwei as withdrawal_gwei,
  consolidated.consolidation_gwei as consolidation_gwei,
  if(
    empty(missing_inputs),
    toInt64(ends.balance_gwei) - toInt64(starts.balance_gwei) - attestation_gwei - sync_gwei - proposer_gwei
      - slashing_gwei - deposit_gwei - withdrawal_gwei - consolidation_gwei,
    null
  ) as residual_gwei,
  arrayFilter(
    name -> name != '',
    [
      if(unknown_consolidations > 0, 'consolidations', ''),
      if(unknown_queues > 0, 'pending_deposits', ''),
      if(
        {start_epoch:UInt32} < {electra_epoch:UInt32} and {end_epoch:UInt32} >= {electra_epoch:UInt32},
        'electra_upgrade',
        ''
      ),
      if({start_epoch:UInt32} < {altair_epoch:UInt32}, 'phase0_proposer_rewards', ''),
      -- A block deducts withdrawals from balances even if its payload, which lists them, is withheld.
      if({end_epoch:UInt32} >= {gloas_epoch:UInt32}, 'withheld_payloads', ''),
      if(proposals.unknown_count > 0, 'proposer_rewards', ''),
      -- Only a validator without a timely target is penalised by its score.
      if({is_score_known:UInt8} = 0 and attestations.target_loss_gwei < 0, 'inactivity_scores', ''),
      -- A withdrawable validator may have had nothing left for a penalty.
      if(seats.unknown_until_epoch > ends.withdrawable_epoch, 'sync_balances', ''),
      if(
        ends.is_slashed = 1
          and slashings.correlation_count = 0
          and ends.withdrawable_epoch >= {start_epoch:UInt32} + {slashing_window:UInt32}
          and ends.withdrawable_epoch < {end_epoch:UInt32} + {slashing_window:UInt32},
        'slashing_correlation',
        ''
      ),
      -- A node reports another reward: one of the two is wrong.
      if(ends.validator_index in (select validator_index from refuted), 'node_rewards', '')
    ]
  ) as missing_inputs,
  {version:UInt64} as version
from ends
-- A validator that joined in between starts with nothing, so that each wider record has the rows of the narrower ones
-- it replaces.
left join starts on ends.validator_index = starts.validator_index
left join attestations on ends.validator_index = attestations.validator_index
left join proposals on ends.validator_index = proposals.validator_index
left join seats on ends.validator_index = seats.validator_index
left join slashings on ends.validator_index = slashings.validator_index
left join withdrawals on ends.validator_index = withdrawals.validator_index
left join deposits on ends.validator_index = deposits.validator_index
left join void_candidates on ends.validator_index = void_candidates.validator_index
left join consolidated on ends.validator_index = consolidated.validator_index
-- A validator that has withdrawn everything has nothing to compare. A wider record keeps every validator of a narrower
-- one, because amounts that came and went within it moved a balance.
where
  ends.balance_gwei != 0
  or starts.balance_gwei != 0
  or attestations.attestation_gwei != 0
  or attestations.sync_gwei != 0
  or proposals.proposer_gwei != 0
  or slashings.slashing_gwei != 0
  or deposits.deposit_gwei != 0
  or withdrawals.withdrawal_gwei != 0
  or consolidated.consolidation_gwei != 0
-- Each validator occurs once, so nothing is collapsed while writing.
settings optimize_on_insert = 0
