/* ---
grain: network, epoch, vote_account
reads: [int_solana_interval_part, int_solana_leader_part, raw_solana_voter, raw_solana_identity, raw_solana_credit, raw_solana_inflation]
window: participation
--- */
-- Share of an epoch's certificates that include each account. A block rewards the slot eight before it: each member
-- gets half of its own reward for a slot, and the block's leader the other halves of all (agave 4.4,
-- runtime/src/block_component_processor/vote_reward.rs: calculate_reward). So half of the total is the leaders', of
-- which each block has the mean; the rest of an account's lamports is its reward as a voter, once per certificate.
-- Certificates of the blocks that an account led may differ from the mean by about a percent. If the leader's part is
-- more than three times the maximum for all its votes, that would appear as several percent, so participation is
-- unknown. Stakes are those at the start of the previous epoch (Bank::epoch_stakes). The first eight blocks of an epoch
-- reward slots of the previous one by its inputs, and the first eight of all reward none: 8 of 432,000.
insert into int_solana_participation_epoch
with
  parts as (
    select interval_slot, day, version
    from int_solana_interval_part final
    where network = {network:String} and from_epoch <= {epoch:UInt32} and to_epoch >= {epoch:UInt32}
  ),
  leads as (
    select
      leader,
      -- Null in rows older than this column; then participation is unknown.
      countIf(alpenglow_block_count is null) as uncounted_count,
      sum(ifNull(alpenglow_block_count, 0)) as block_count
    from int_solana_leader_part final
    where
      network = {network:String}
      and interval_slot between {first_interval:UInt32} and {last_slot:UInt32}
      and epoch = {epoch:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
    group by leader
  ),
  /* include fragments/solana/nearest_state.sql */,
  identities as (
    /* include fragments/solana/nearest_vote_accounts.sql */
    group by identity
  ),
  led as (
    select identities.vote_account as vote_account, sum(leads.block_count) as block_count
    from leads
    inner join identities on identities.identity = leads.leader
    group by identities.vote_account
  ),
  stakes as (
    select vote_account, activated_stake_lamports as stake, true as is_known
    from raw_solana_voter final
    where network = {network:String} and epoch + 1 = {epoch:UInt32}
  ),
  -- An account that a later state still has earned the credits in it, or nothing.
  present as (
    select vote_account, true as is_present
    from raw_solana_voter final
    where network = {network:String} and epoch between {epoch:UInt32} + 1 and {epoch:UInt32} + 5
    group by vote_account
  ),
  earnings as (
    select vote_account, toUInt64(credits - previous_credits) as lamports
    from raw_solana_credit final
    where
      network = {network:String}
      and epoch = {epoch:UInt32}
      and kind = 'alpenglow'
      and slot > {last_slot:UInt32}
  ),
  totals as (
    select
      ifNull((select sum(lamports) from earnings), 0) as earned,
      ifNull(if((select sum(uncounted_count) from leads) > 0, 0, (select sum(block_count) from leads)), 0) as blocks,
      -- 0 if there is none.
      ifNull((
        select sum(reward_max_lamports)
        from raw_solana_inflation final
        where network = {network:String} and epoch = {epoch:UInt32}
      ), 0) as reward_max,
      ifNull((
        select sum(slot_count)
        from raw_solana_inflation final
        where network = {network:String} and epoch = {epoch:UInt32}
      ), 0) as slot_count
  ),
  admitted as (
    select
      voter.vote_account as vote_account,
      stakes.stake as stake,
      stakes.is_known as is_stake_known,
      present.is_present or earnings.lamports > 0 as is_earned_known,
      earnings.lamports as earned,
      led.block_count as led_blocks,
      sum(toUInt256(stakes.stake)) over () as total_stake,
      min(stakes.is_known or voter.activated_stake_lamports = 0) over () as are_stakes_known
    from (
      select vote_account, activated_stake_lamports
      from raw_solana_voter final
      where network = {network:String} and epoch = {epoch:UInt32} and is_epoch_vote_account
    ) as voter
    left join stakes on stakes.vote_account = voter.vote_account
    left join present on present.vote_account = voter.vote_account
    left join earnings on earnings.vote_account = voter.vote_account
    left join led on led.vote_account = voter.vote_account
  )
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  admitted.vote_account as vote_account,
  if(admitted.is_stake_known, toNullable(admitted.stake), null) as stake_lamports,
  if(admitted.is_earned_known, toNullable(admitted.earned), null) as earned_lamports,
  toUInt64(intDiv(
    toUInt256(totals.earned) * admitted.led_blocks,
    greatest(toUInt256(totals.blocks) * 2, 1)
  )) as leader_reward_lamports,
  if(
    totals.reward_max = 0 or not admitted.are_stakes_known,
    null,
    toNullable(toUInt64(intDiv(
      intDiv(
        toUInt256(totals.reward_max) * admitted.stake,
        greatest(toUInt256(totals.slot_count) * admitted.total_stake, 1)
      ),
      2
    )))
  ) as voter_reward_lamports,
  admitted.led_blocks as led_block_count,
  totals.blocks as block_count,
  if(
    ifNull(voter_reward_lamports, 0) = 0
      or not admitted.is_earned_known
      or totals.blocks = 0
      or leader_reward_lamports > toUInt256(ifNull(voter_reward_lamports, 0)) * totals.blocks * 3,
    null,
    least(
      (admitted.earned - least(admitted.earned, leader_reward_lamports))
        / greatest(toUInt256(ifNull(voter_reward_lamports, 0)) * totals.blocks, 1),
      1.
    )
  ) as participation,
  {participation_version:UInt64} as version
from admitted
cross join totals
