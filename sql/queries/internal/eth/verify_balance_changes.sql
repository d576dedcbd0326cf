-- Changes of balances of some validators between the states of an epoch's first slot and of the next one's, each with
-- its block applied, as the sum of rewards, penalties and transfers.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date,
  {point:UInt32} * {slots_per_epoch:UInt32} as start_slot,
  ({point:UInt32} + 1) * {slots_per_epoch:UInt32} as end_slot,
  keys as (
    select pubkey, validator_index
    from dim_eth_validator final
    where network = {network:String} and validator_index in {validators:Array(UInt32)}
  ),
  flows as (
    select
      validator_index,
      toInt64(source_reward_gwei) + target_reward_gwei + head_reward_gwei + inactivity_penalty_gwei as gwei
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch + 1 = {point:UInt32}
      and validator_index in {validators:Array(UInt32)}
    union all
    select
      validator_index,
      sync_reward_gwei * vaEthIsEndBetween(epoch, {point:UInt32}, {point:UInt32} + 1)
        + toInt64(sync_first_slot_reward_gwei) * vaEthFirstSlotSign(epoch, {point:UInt32}, {point:UInt32} + 1) as gwei
    from fct_eth_validator_duty_epoch final
    where
      network = {network:String}
      and epoch in ({point:UInt32}, {point:UInt32} + 1)
      and validator_index in {validators:Array(UInt32)}
    union all
    select
      validator_index,
      toInt64(assumeNotNull(attestation_reward_gwei))
        + assumeNotNull(sync_reward_gwei) + assumeNotNull(slashing_reward_gwei) as gwei
    from fct_eth_proposal_slot final
    where
      network = {network:String}
      and vaEthIsBehind(slot, start_slot, end_slot)
      and status = 'proposed'
      and attestation_reward_gwei is not null
    union all
    select validator_index, -toInt64(penalty_gwei) as gwei
    from fct_eth_slashing final
    where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
    union all
    select validator_index, -toInt64(assumeNotNull(penalty_gwei)) as gwei
    from fct_eth_slashing_correlation final
    where
      network = {network:String}
      and vaEthIsEndBetween(epoch, {point:UInt32}, {point:UInt32} + 1)
      and fct_eth_slashing_correlation.penalty_gwei is not null
    union all
    select validator_index, -toInt64(amount_gwei) as gwei
    from raw_eth_withdrawal final
    where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
    union all
    select keys.validator_index as validator_index, deposits.gwei as gwei
    from (
      select pubkey, toInt64(amount_gwei) as gwei
      from raw_eth_deposit final
      where network = {network:String} and vaEthIsBehind(slot, start_slot, end_slot)
      union all
      select pubkey, toInt64(amount_gwei) * vaEthQueuedSign(epoch, {point:UInt32}, {point:UInt32} + 1) as gwei
      from raw_eth_pending_deposit final
      where network = {network:String} and epoch in ({point:UInt32}, {point:UInt32} + 1)
    ) as deposits
    inner join keys on keys.pubkey = deposits.pubkey
    union all
    select moved.1 as validator_index, moved.2 as gwei
    from raw_eth_consolidation final
    array join [(target_index, toInt64(amount_gwei)), (source_index, -toInt64(amount_gwei))] as moved
    where network = {network:String} and epoch = {point:UInt32} + 1
    -- Nothing changed the others.
    union all
    select validator_index, toInt64(0) as gwei
    from keys
  )
select
  toString(validator_index) as subject,
  'balance_change_gwei' as item,
  toString(sum(gwei)) as value,
  epoch_date as date
from flows
where validator_index in {validators:Array(UInt32)}
group by validator_index
