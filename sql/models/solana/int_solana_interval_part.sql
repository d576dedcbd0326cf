/* ---
grain: network, interval_slot, day
reads: [raw_solana_slot, int_solana_leader_part]
window: interval
--- */
-- Known facts of an interval, by UTC day.
insert into int_solana_interval_part
with
  {interval_slot:UInt32} + {interval_slots:UInt32} - 1 as last_slot,
  known as (
    select
      count() as known_count,
      countIf(depth = 'votes') as read_count,
      -- Under Alpenglow no block holds votes. If no node returned the consensus of a block, its votes are unknown.
      countIf(is_produced and (is_alpenglow is null or depth = 'rewards' and is_alpenglow = 0)) as unread_count
    from raw_solana_slot final
    where network = {network:String} and slot between {interval_slot:UInt32} and last_slot + {late_slots:UInt32}
  ),
  leaders as (
    select
      day,
      sum(empty_count) as empty_count,
      sum(vote_only_count) as vote_only_count,
      sum(unknown_count) as unknown_count
    from int_solana_leader_part final
    where network = {network:String} and interval_slot = {interval_slot:UInt32}
    group by day
  )
select
  {network:String} as network,
  {interval_slot:UInt32} as interval_slot,
  slots.day as day,
  min(slots.slot) as from_slot,
  max(slots.slot) as to_slot,
  min(slots.epoch) as from_epoch,
  max(slots.epoch) as to_epoch,
  count() as slot_count,
  countIf(slots.is_produced) as produced_count,
  any(leaders.empty_count) as empty_count,
  any(leaders.vote_only_count) as vote_only_count,
  any(leaders.unknown_count) as unknown_count,
  countIf(slots.is_produced and ifNull(slots.is_alpenglow, 0) = 0) as votable_count,
  sumIf(
    vaSolanaVoteCredits(1, slots.epoch >= {timely_epoch:UInt32}),
    slots.is_produced and ifNull(slots.is_alpenglow, 0) = 0
  ) as vote_score_max,
  countIf(slots.is_alpenglow = 1) as alpenglow_slot_count,
  countIf(slots.is_produced and slots.is_alpenglow = 1) as alpenglow_block_count,
  any(known.unread_count) as unread_count,
  any(known.known_count) = {interval_slots:UInt32} + {late_slots:UInt32} as is_complete,
  min(slots.block_at) as from_at,
  max(slots.block_at) as to_at,
  {revision:UInt64} * {version_revision:UInt64}
    + any(known.known_count + known.read_count) * {version_facts:UInt64} as version
from (
  select slot, epoch, day, is_produced, is_alpenglow, block_at
  from raw_solana_slot final
  where network = {network:String} and slot between {interval_slot:UInt32} and last_slot
) as slots
left join leaders on leaders.day = slots.day
cross join known
group by slots.day
