/* ---
grain: network
reads: [raw_eth_registry, raw_eth_epoch, raw_eth_pending_deposit, raw_eth_consolidation, raw_eth_consolidation_request, raw_eth_pending_consolidation, raw_eth_voluntary_exit, int_eth_exit_request, fct_eth_slashing, dim_eth_validator]
window: queue
--- */
-- Queues in the state at an epoch's first slot: the last full registry, and all changes since.
insert into fct_eth_network_queue
with
  changes as (
    select rows.validator_index as validator_index, max(rows.epoch) as epoch
    from raw_eth_registry as rows
    where
      rows.network = {network:String}
      and rows.epoch > {snapshot_epoch:UInt32}
      and rows.epoch <= {epoch:UInt32}
    group by validator_index
  ),
  merging as (
    /* include fragments/eth/merging_validators.sql */
  ),
  registry as (
    select
      balance_gwei,
      effective_balance_gwei,
      activation_epoch <= {epoch:UInt32} and exit_epoch > {epoch:UInt32} as is_active,
      activation_eligibility_epoch < {far_future:UInt64} and activation_epoch > {epoch:UInt32} as is_activating,
      validator_index in (select validator_index from merging) as is_merging,
      exit_epoch > {epoch:UInt32} and exit_epoch < {far_future:UInt64} and not is_merging as is_exiting,
      withdrawable_epoch > {epoch:UInt32} and withdrawable_epoch < {far_future:UInt64} and not is_merging as is_waiting,
      -- is_fully_withdrawable_validator, is_partially_withdrawable_validator (consensus-specs,
      -- electra/beacon-chain.md): BLS credentials (0x00) receive no withdrawals.
      validator_index not in (
        select validator_index
        from dim_eth_validator final
        where network = {network:String} and reinterpretAsUInt8(withdrawal_credentials) not in (1, 2)
      ) as is_payable,
      is_payable and withdrawable_epoch <= {epoch:UInt32} and balance_gwei > 0 as is_withdrawable,
      if(
        validator_index in (
          select validator_index
          from dim_eth_validator final
          where network = {network:String} and reinterpretAsUInt8(withdrawal_credentials) = 2
        ),
        {compounding_balance_max:UInt64},
        {balance_max:UInt64}
      ) as ceiling_gwei,
      is_payable
        and not is_withdrawable
        and effective_balance_gwei = ceiling_gwei
        and balance_gwei > ceiling_gwei as is_above,
      exit_epoch,
      withdrawable_epoch
    from raw_eth_registry final
    where
      network = {network:String}
      and epoch between {snapshot_epoch:UInt32} and {epoch:UInt32}
      and (
        (epoch = {snapshot_epoch:UInt32} and validator_index not in (select validator_index from changes))
        or (validator_index, epoch) in (select validator_index, epoch from changes)
      )
  ),
  state as (
    select
      count() as validator_count,
      if(
        {is_balance_churn:UInt8} = 1, sumIf(registry.effective_balance_gwei, is_active), countIf(is_active)
      ) as churn_base,
      greatest({churn_min:UInt64}, intDiv(churn_base, {churn_quotient:UInt64})) as churn_share,
      least({churn_max:UInt64}, churn_share - churn_share % {churn_step:UInt64}) as churn,
      countIf(is_activating) as eligible_count,
      sumIf(registry.effective_balance_gwei, is_activating) as eligible_balance_gwei,
      countIf(is_exiting) as exiting_count,
      sumIf(registry.effective_balance_gwei, is_exiting) as exiting_balance_gwei,
      maxIf(registry.exit_epoch, is_exiting) as last_exit_epoch,
      maxIf(registry.withdrawable_epoch, is_waiting) as last_withdrawable_epoch,
      countIf(is_withdrawable) as fully_count,
      sumIf(registry.balance_gwei, is_withdrawable) as fully_balance_gwei,
      countIf(is_above) as partially_count,
      sumIf(registry.balance_gwei - ceiling_gwei, is_above) as partially_balance_gwei
    from registry
  ),
  deposits as (
    select
      sum(amount_gwei) as all_gwei,
      countIf(is_new) as new_count,
      sumIf(amount_gwei, is_new) as new_gwei
    from (
      select
        amount_gwei,
        pubkey not in (
          select pubkey
          from dim_eth_validator final
          where
            network = {network:String}
            and validator_index < (select validator_count from state)
            and pubkey in (
              select pubkey
              from raw_eth_pending_deposit
              where network = {network:String} and epoch = {snapshot_epoch:UInt32}
            )
        ) as is_new
      from raw_eth_pending_deposit final
      where network = {network:String} and epoch = {snapshot_epoch:UInt32}
    )
  ),
  queue as (
    select
      {is_balance_churn:UInt8} = 0 or countIf(pending_deposit_rows is not null) > 0 as is_read
    from raw_eth_epoch final
    where network = {network:String} and epoch = {snapshot_epoch:UInt32}
  )
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  {snapshot_epoch:UInt32} as snapshot_epoch,
  state.validator_count as validator_count,
  if(queue.is_read, toNullable(state.eligible_count + deposits.new_count), null) as activating_count,
  if(queue.is_read, toNullable(state.eligible_balance_gwei + deposits.new_gwei), null) as activating_balance_gwei,
  if(
    queue.is_read,
    vaRatio(if({is_balance_churn:UInt8} = 1, deposits.all_gwei, state.eligible_count), state.churn)
      * {epoch_minutes:Float64},
    null
  ) as activation_queue_minutes,
  state.exiting_count as exiting_count,
  state.exiting_balance_gwei as exiting_balance_gwei,
  if(last_exit_epoch = 0, 0, last_exit_epoch - {epoch:UInt32}) * {epoch_minutes:Float64} as exit_queue_minutes,
  if(last_withdrawable_epoch = 0, 0, last_withdrawable_epoch - {epoch:UInt32}) * {epoch_minutes:Float64}
    as withdrawal_queue_minutes,
  state.validator_count / 16 * {epoch_minutes:Float64} / {slots_per_epoch:UInt32} as sweep_minutes,
  state.fully_count as fully_withdrawing_count,
  state.fully_balance_gwei as fully_withdrawing_balance_gwei,
  state.partially_count as partially_withdrawing_count,
  state.partially_balance_gwei as partially_withdrawing_balance_gwei,
  {version:UInt64} as version
from state
cross join deposits
cross join queue
where state.validator_count > 0
