/* ---
grain: network, interval_slot, day, leader, epoch
reads: [raw_solana_slot]
window: interval
--- */
-- Leaders' use of their slots. Under Alpenglow there are no vote transactions, so a block that paid a fee holds more
-- than votes. One without a fee is unknown unless its transactions were read: a deposit that its collector's account
-- can't accept is burnt, and a transaction whose payer can't pay pays none (SIMD-0290).
insert into int_solana_leader_part
with
  slots as (
    select
      slot,
      epoch,
      day,
      leader,
      is_produced,
      transaction_count,
      vote_transaction_count,
      -- allow unknown-as-zero: without the flag a slot counts as an older one, where unknown is unknown
      ifNull(is_alpenglow, 0) as is_after,
      fee_reward_lamports as fee_reward_lamports,
      -- allow unknown-as-zero: null where there is no block
      ifNull(fee_reward_lamports, 0) > 0 as has_fee
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between {interval_slot:UInt32} and {interval_slot:UInt32} + {interval_slots:UInt32} - 1
  ),
  known as (
    select count() as known_count, countIf(depth = 'votes') as read_count
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between {interval_slot:UInt32}
        and {interval_slot:UInt32} + {interval_slots:UInt32} - 1 + {late_slots:UInt32}
  )
select
  {network:String} as network,
  {interval_slot:UInt32} as interval_slot,
  slots.day as day,
  slots.leader as leader,
  slots.epoch as epoch,
  count() as leader_slot_count,
  countIf(is_produced) as produced_count,
  countIf(is_produced and ifNull(transaction_count = 0, false)) as empty_count,
  countIf(is_produced and ifNull(transaction_count > 0 and transaction_count = vote_transaction_count, false))
    as vote_only_count,
  countIf(is_produced and transaction_count is null and not (has_fee and is_after)) as unknown_count,
  -- allow unknown-as-zero: null where there is no block
  toUInt64(sum(ifNull(fee_reward_lamports, 0))) as fee_lamports,
  countIf(is_produced and is_after) as alpenglow_block_count,
  {revision:UInt64} * {version_revision:UInt64}
    + any((select known_count + read_count from known)) * {version_facts:UInt64} as version
from slots
group by slots.day, slots.leader, slots.epoch
