-- Slots and states around an epoch, for its records; 0 if unknown. Queried before all models of an epoch: a union takes
-- half as long to plan as joins and scalar subqueries.
select
  maxIf(facts.first_slot, facts.of = 'own') as first_slot,
  maxIf(facts.last_slot, facts.of = 'own') as last_slot,
  maxIf(facts.first_slot, facts.of = 'earlier') as earlier_first_slot,
  maxIf(facts.last_slot, facts.of = 'earlier') as earlier_last_slot,
  maxIf(facts.first_slot, facts.of = 'next') as next_first_slot,
  maxIf(facts.last_slot, facts.of = 'next') as next_last_slot,
  maxIf(facts.epoch, facts.of = 'earlier snapshot') as earlier_snapshot_epoch,
  countIf(facts.of = 'earlier snapshot') > 0 as has_earlier_snapshot,
  countIf(facts.of = 'later snapshot' and facts.epoch = {epoch:UInt32}) > 0 as has_snapshot,
  -- At most two, nearest first; of two equally near ones, the later first.
  arraySlice(
    arraySort(
      snapshot -> (abs(toInt64(snapshot) - {epoch:UInt32}), snapshot < {epoch:UInt32}),
      groupArrayIf(facts.epoch, facts.of in ('earlier snapshot', 'later snapshot'))
    ),
    1,
    2
  ) as nearest_snapshots,
  if(has_earlier_snapshot, maxIf(facts.first_slot, facts.of = 'earlier stakes'), 0) as stake_from_slot,
  if(has_earlier_snapshot, maxIf(facts.last_slot, facts.of = 'own stakes'), 0) as stake_to_slot,
  maxIf(facts.last_slot, facts.of in ('earlier snapshot', 'later snapshot')) as snapshot_slot,
  maxIf(facts.last_slot, facts.of = 'state') as state_slot,
  maxIf(facts.last_slot, facts.of = 'tip') as tip_slot
from (
  select
    multiIf(epoch < {epoch:UInt32}, 'earlier', epoch = {epoch:UInt32}, 'own', 'next') as of,
    epoch,
    first_slot,
    last_slot
  from raw_solana_epoch final
  where network = {network:String} and epoch between greatest({epoch:UInt32}, 1) - 1 and {epoch:UInt32} + 1
  union all
  select
    if(epoch < {epoch:UInt32}, 'earlier snapshot', 'later snapshot') as of,
    epoch,
    slot as first_slot,
    slot as last_slot
  from raw_solana_stake_snapshot final
  where network = {network:String}
  union all
  select
    if(epoch < {epoch:UInt32}, 'earlier stakes', 'own stakes') as of,
    epoch,
    min(slot) as first_slot,
    max(slot) as last_slot
  from raw_solana_stake
  where
    network = {network:String}
    and epoch in (
      select {epoch:UInt32}
      union all
      select max(epoch) from raw_solana_stake_snapshot where network = {network:String} and epoch < {epoch:UInt32}
    )
  group by epoch
  union all
  select 'state' as of, 0 as epoch, 0 as first_slot, max(slot) as last_slot
  from raw_solana_state
  where network = {network:String}
  union all
  select 'tip' as of, 0 as epoch, 0 as first_slot, max(slot) as last_slot
  from (
    select slot from raw_solana_tip where network = {network:String}
    union all
    select slot from raw_solana_priority_fee where network = {network:String}
  )
) as facts
