-- Facts around the slots of a period: the state nearest to it, whether the neighbouring slots are known to belong to
-- other periods, epochs that ended in it and whether all of them have their tips and passed-on fees, whether credits of
-- its epochs are final and participation is computed from them, and the versions of its records. Queried before all
-- models of a period: a union takes half as long to plan as joins and scalar subqueries.
select
  argMinIf(facts.epoch, vaSolanaNearness(facts.epoch, {to_epoch:UInt32}), facts.of = 'state') as state_epoch,
  {from_slot:UInt32} = 0 or countIf(facts.of = 'part before') > 0 as is_start_known,
  countIf(facts.of = 'part after') > 0 as is_end_known,
  groupArrayIf(facts.epoch, facts.of = 'end') as ended_epochs,
  groupArrayIf(facts.epoch, facts.of = 'participation') as participation_epochs,
  -- Under Alpenglow, ratings follow from credits, which grow until the epoch ends: a state after it has all of them. An
  -- account's earnings as a leader need all slots of the epoch; without its start they stay unknown.
  {alpenglow_slot_count:UInt32} = 0
    or maxIf(facts.slot, facts.of = 'state') > maxIf(facts.slot, facts.of = 'last epoch')
    and countIf(facts.of = 'last epoch') > 0
    and hasAll(
      participation_epochs,
      arrayIntersect(
        groupArrayIf(facts.epoch, facts.of = 'credits'),
        groupArrayIf(facts.epoch, facts.of = 'begin')
      )
    ) as are_credits_final,
  hasAll(participation_epochs, groupArrayIf(facts.epoch, facts.of = 'alpenglow')) as is_participation_known,
  hasAll(groupArrayIf(facts.epoch, facts.of = 'settled tips'), ended_epochs) as are_tips_known,
  hasAll(groupArrayIf(facts.epoch, facts.of = 'settled fees'), ended_epochs) as are_fees_known,
  -- States of later epochs change a record only if there is none before them.
  {revision:UInt64} * {version_revision:UInt64}
    + ({record_facts:UInt64} + length(participation_epochs)) * {version_facts:UInt64}
    + maxIf(if(facts.epoch <= {to_epoch:UInt32} + 1, facts.slot, 1), facts.of = 'state') as record_version,
  {revision:UInt64} * {reward_revision:UInt64}
    -- allow narrow-product: fields of a version, whose sizes are checked where they are packed
    + ({record_facts:UInt64} + sumIf(facts.rewards, facts.of = 'rewards')) * {reward_facts:UInt64}
    + maxIf(facts.slot, facts.of in ('state', 'snapshot', 'tips', 'settled tips', 'fees', 'settled fees'))
      as reward_version
from (
  select 'state' as of, epoch, slot, 0 as rewards
  from raw_solana_state final
  where network = {network:String}
  union all
  select 'snapshot' as of, 0 as epoch, max(slot) as slot, 0 as rewards
  from raw_solana_stake_snapshot
  where network = {network:String}
  union all
  select
    -- Without the fee of the tip router, tips cannot be divided.
    if(
      countIf(total_claim_lamports is not null) > 0
        and ifNull(
          created_epoch + 1
            >= (select minOrNull(activation_epoch) from raw_solana_tip_fee where network = {network:String}),
          false
        ),
      'settled tips',
      'tips'
    ) as of,
    created_epoch as epoch,
    max(slot) as slot,
    0 as rewards
  from raw_solana_tip
  where network = {network:String}
  group by created_epoch
  union all
  select
    if(
      countIf(total_claim_lamports is not null) > 0
        and ifNull(
          created_epoch + 1 >= (
            select minOrNull(activation_epoch)
            from raw_solana_tip_fee final
            where network = {network:String} and priority_fee_bps is not null
          ),
          false
        ),
      'settled fees',
      'fees'
    ) as of,
    created_epoch as epoch,
    max(slot) as slot,
    0 as rewards
  from raw_solana_priority_fee
  where network = {network:String}
  group by created_epoch
  union all
  select 'end' as of, epoch, last_slot as slot, 0 as rewards
  from raw_solana_epoch final
  where
    network = {network:String}
    and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    and last_slot between {from_slot:UInt32} and {to_slot:UInt32}
  union all
  select 'last epoch' as of, epoch, last_slot as slot, 0 as rewards
  from raw_solana_epoch final
  where network = {network:String} and epoch = {to_epoch:UInt32}
  union all
  select if(to_slot < {from_slot:UInt32}, 'part before', 'part after') as of, 0 as epoch, 0 as slot, 0 as rewards
  from int_solana_interval_part final
  where
    network = {network:String}
    and interval_slot between
      greatest({from_slot:UInt32}, {interval_slots:UInt32}) - {interval_slots:UInt32}
      and {to_slot:UInt32} + 1
    and (to_slot + 1 = {from_slot:UInt32} or from_slot = {to_slot:UInt32} + 1)
  union all
  select distinct 'participation' as of, epoch, 0 as slot, 0 as rewards
  from int_solana_participation_epoch
  where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  union all
  select distinct 'credits' as of, credit.epoch as epoch, 0 as slot, 0 as rewards
  from raw_solana_credit as credit final
  inner join (
    select epoch, last_slot from raw_solana_epoch final where network = {network:String}
  ) as ended on ended.epoch = credit.epoch
  where
    credit.network = {network:String}
    and credit.epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    and credit.kind = 'alpenglow'
    and credit.slot > ended.last_slot
    -- Without a state of the epoch, the admitted validators are unknown.
    and credit.epoch in (select epoch from raw_solana_state where network = {network:String})
  union all
  select distinct 'begin' as of, begun.epoch as epoch, 0 as slot, 0 as rewards
  from (
    select
      epoch,
      first_slot,
      toUInt32(intDiv(first_slot, {interval_slots:UInt32}) * {interval_slots:UInt32}) as interval_slot
    from raw_solana_epoch final
    where network = {network:String} and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ) as begun
  inner join (
    select interval_slot, from_slot, to_slot from int_solana_interval_part final where network = {network:String}
  ) as part on part.interval_slot = begun.interval_slot
  where {alpenglow_slot_count:UInt32} > 0 and begun.first_slot between part.from_slot and part.to_slot
  union all
  select distinct 'alpenglow' as of, epoch, 0 as slot, 0 as rewards
  from int_solana_leader_part final
  where
    network = {network:String}
    and interval_slot between
      greatest({from_slot:UInt32}, {interval_slots:UInt32}) - {interval_slots:UInt32}
      and {to_slot:UInt32}
    and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
    and ifNull(alpenglow_block_count, 0) > 0
  union all
  select 'rewards' as of, 0 as epoch, 0 as slot, count() as rewards
  from raw_solana_reward as reward final
  where reward.network = {network:String} and reward.slot between {from_slot:UInt32} and {to_slot:UInt32}
) as facts
