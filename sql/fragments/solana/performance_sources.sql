-- Performance of each vote account in a period whose parts are in `leads` and `votes`. Needs the state nearest to it.
-- If no node has the leader schedule any more, a slot without a block has no leader, and no validator's slots are
-- known.
(select sum(leader_slot_count) from leads where leader = '') as unled_slot_count,
led as (
  select
    identities.vote_account as vote_account,
    sum(leads.leader_slot_count) as leader_slot_count,
    sum(leads.produced_count) as produced_count,
    sum(leads.empty_count) as empty_count,
    sum(leads.vote_only_count) as vote_only_count,
    sum(leads.unknown_count) as unknown_count
  from leads
  inner join identities on identities.identity = leads.leader
  group by identities.vote_account
),
voted as (
  select
    vote_account,
    sum(vote_count) as vote_count,
    sum(latency_sum) as latency_sum,
    sum(vote_score) as vote_score
  from votes
  group by vote_account
),
-- Each epoch by its own stakes; epochs count by the blocks of the period. Unknown in one epoch makes all of it unknown.
participations as (
  select
    own.vote_account as vote_account,
    sum(ifNull(own.participation, 0) * epochs.block_count) / greatest(sum(epochs.block_count), 1)
      as participation,
    countIf(own.participation is null) = 0 as is_known
  from (
    select epoch, sum(ifNull(alpenglow_block_count, 0)) as block_count
    from leads
    group by epoch
    having block_count > 0
  ) as epochs
  inner join (
    select epoch, vote_account, participation
    from int_solana_participation_epoch final
    where
      network = {network:String}
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ) as own on own.epoch = epochs.epoch
  group by own.vote_account
),
-- Vote accounts in any of these. If blocks are missing, votes are unknown.
sums as (
  select
    vote_account,
    if(voters.identity = '', names.identity, voters.identity) as identity,
    -- allow optional-default: an account that is not among the voters of a state has no stake in it
    voters.activated_stake_lamports as stake,
    if(ifNull(unled_slot_count, 0) > 0, null, toNullable(led.leader_slot_count)) as leader_slot_count,
    led.produced_count as produced_count,
    led.empty_count as empty_count,
    led.vote_only_count as vote_only_count,
    led.unknown_count as unknown_count,
    voted.vote_count as vote_count,
    voted.latency_sum as latency_sum,
    voted.vote_score as vote_score,
    if(
      {is_participation_known:UInt8} and participations.is_known,
      toNullable(participations.participation),
      null
    ) as participation,
    if(
      unknown_count = 0,
      vaRatio(produced_count - 0.75 * (empty_count + vote_only_count), leader_slot_count),
      null
    ) as proposer_effectiveness
  from voters
  full join led using (vote_account)
  full join voted using (vote_account)
  left join participations using (vote_account)
  left join names using (vote_account)
)
