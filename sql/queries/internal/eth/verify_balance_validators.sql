-- A sample of the validators whose changes of balance between the states of an epoch and of the next one are known in
-- full, ascending: the rules of fct_eth_validator_reconciliation_daily, for one epoch.
with
  {point:UInt32} * {slots_per_epoch:UInt32} as start_slot,
  ({point:UInt32} + 1) * {slots_per_epoch:UInt32} as end_slot,
  -- Deposits that may have been credited, and excess balances that may have been queued, if the queues are not known.
  moving_keys as (
    select pubkey
    from raw_eth_pending_deposit
    where network = {network:String} and epoch = {queue_epoch:UInt32}
    union all
    select pubkey
    from raw_eth_deposit
    where
      network = {network:String}
      and slot >= {queue_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot <= end_slot
    union all
    select source_pubkey as pubkey
    from raw_eth_consolidation_request
    where
      network = {network:String}
      and slot >= {queue_epoch:UInt32} * {slots_per_epoch:UInt32}
      and slot <= end_slot
      and source_pubkey = target_pubkey
  ),
  unknown as (
    select validator_index
    from dim_eth_validator final
    where
      network = {network:String}
      and {are_queues_known:UInt8} = 0
      and {point:UInt32} >= {electra_epoch:UInt32}
      and pubkey in (select pubkey from moving_keys)
    union all
    select validator_index
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and vaEthIsBehind(slot, start_slot, end_slot)
      and status = 'proposed'
      and attestation_reward_gwei is null
    union all
    select validator_index
    from fct_eth_slashing final
    where
      network = {network:String}
      and vaEthIsBehind(slot, start_slot, end_slot)
      and effective_balance_gwei is null
    union all
    -- A correlation penalty is due.
    select validator_index
    from dim_eth_validator final
    where
      network = {network:String}
      and is_slashed = 1
      and withdrawable_epoch = {point:UInt32} + {slashing_window:UInt32}
      and validator_index not in (
        select validator_index
        from fct_eth_slashing_correlation final
        where network = {network:String} and epoch = {point:UInt32} and penalty_gwei is not null
      )
    union all
    -- A withdrawable member of the sync committee may have had nothing left for a penalty.
    select seats.validator_index as validator_index
    from (
      select epoch, arrayJoin(arrayDistinct(sync_committee)) as validator_index
      from raw_eth_epoch final
      where network = {network:String} and epoch in ({point:UInt32}, {point:UInt32} + 1)
    ) as seats
    inner join (
      select validator_index
      from dim_eth_validator final
      where network = {network:String} and withdrawable_epoch <= {point:UInt32} + 1
    ) as leaving on leaving.validator_index = seats.validator_index
    where
      (seats.epoch, seats.validator_index) not in (
        select epoch, validator_index
        from raw_eth_sync_balance final
        where network = {network:String} and epoch in ({point:UInt32}, {point:UInt32} + 1)
      )
  )
select validator_index
from (
  select distinct validator_index
  from (
    select validator_index
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch + 1 = {point:UInt32}
      and ({is_score_known:UInt8} = 1 or target_reward_gwei >= 0)
    union all
    select validator_index
    from raw_eth_withdrawal final
    where
      network = {network:String}
      and vaEthIsBehind(slot, start_slot, end_slot)
      -- Validators with duties are in the first list, if all their penalties are known.
      and validator_index not in (
        select validator_index
        from fct_eth_validator_duty_epoch final
        where network = {network:String} and epoch + 1 = {point:UInt32}
      )
  )
  where validator_index not in (select validator_index from unknown)
  order by cityHash64(validator_index)
  limit {size:UInt32}
)
order by validator_index
