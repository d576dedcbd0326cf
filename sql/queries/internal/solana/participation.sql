-- An epoch under Alpenglow whose participation can be computed and is not, or was from fewer facts: all its slots are
-- known, credits were read after it, and a state has the admitted validators.
with
  own as (
    select
      first_slot,
      last_slot,
      toUInt32(intDiv(first_slot, {interval_slots:UInt32}) * {interval_slots:UInt32}) as first_interval
    from raw_solana_epoch final
    where network = {network:String} and epoch = {epoch:UInt32}
  ),
  parts as (
    select interval_slot, day, version
    from int_solana_interval_part final
    where network = {network:String} and from_epoch <= {epoch:UInt32} and to_epoch >= {epoch:UInt32}
  ),
  (
    select sum(leader_slot_count)
    from int_solana_leader_part final
    where
      network = {network:String}
      and interval_slot between (select any(first_interval) from own) and (select any(last_slot) from own)
      and epoch = {epoch:UInt32}
      and alpenglow_block_count is not null
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
  ) as known_slots,
  (
    select count()
    from raw_solana_credit final
    where
      network = {network:String}
      and epoch = {epoch:UInt32}
      and kind = 'alpenglow'
      and slot > (select any(last_slot) from own)
  ) as credit_count,
  (
    select count()
    from raw_solana_voter final
    where network = {network:String} and epoch = {epoch:UInt32} and is_epoch_vote_account
  ) as admitted_count,
  (
    select count() from raw_solana_inflation final where network = {network:String} and epoch = {epoch:UInt32}
  ) as input_count,
  (
    select uniqExact(epoch)
    from raw_solana_state
    where network = {network:String} and epoch between greatest({epoch:UInt32}, 1) - 1 and {epoch:UInt32} + 1
  ) as state_count,
  -- States of later epochs only count if there is none before them.
  (
    select max(if(epoch <= {epoch:UInt32} + 1, slot, 1)) from raw_solana_state where network = {network:String}
  ) as state_slot,
  (
    select max(version)
    from int_solana_participation_epoch
    where network = {network:String} and epoch = {epoch:UInt32}
  ) as computed_version
select
  own.first_interval as first_interval,
  own.last_slot as last_slot,
  {revision:UInt64} * {reward_revision:UInt64}
    + (known_slots + input_count + state_count) * {reward_facts:UInt64}
    + state_slot as participation_version
from own
where
  known_slots = own.last_slot - own.first_slot + 1
  and credit_count > 0
  and admitted_count > 0
  and participation_version > computed_version
