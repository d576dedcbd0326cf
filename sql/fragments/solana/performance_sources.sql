-- Of a period, whose parts are in `leads` and `votes`: what each vote account did. Needs the state nearest to it.
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
certificates as (
  select vote_account, sum(credits - previous_credits) as lamports
  from raw_solana_credit final
  where
    network = {network:String}
    and kind = 'alpenglow'
    and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  group by vote_account
),
-- Whoever is in one of these. Without all blocks nobody knows of votes.
sums as (
  select
    vote_account,
    if(voters.identity = '', names.identity, voters.identity) as identity,
    voters.activated_stake_lamports as stake,
    led.leader_slot_count as leader_slot_count,
    led.produced_count as produced_count,
    led.empty_count as empty_count,
    led.vote_only_count as vote_only_count,
    led.unknown_count as unknown_count,
    voted.vote_count as vote_count,
    voted.latency_sum as latency_sum,
    voted.vote_score as vote_score,
    -- Lamports of certificates for each lamport of stake, times 10^12.
    intDivOrZero(toUInt256(certificates.lamports) * 1000000000000, stake) as certificate_ratio,
    max(certificate_ratio) over () as best_certificate_ratio,
    if(
      {alpenglow_slot_count:UInt32} > 0 and best_certificate_ratio > 0 and stake > 0,
      toNullable(certificate_ratio / best_certificate_ratio),
      null
    ) as participation,
    if(
      leader_slot_count > 0 and unknown_count = 0,
      toNullable(
        (produced_count - 0.75 * (empty_count + vote_only_count)) / leader_slot_count
      ),
      null
    ) as proposer_effectiveness
  from voters
  full join led using (vote_account)
  full join voted using (vote_account)
  left join certificates using (vote_account)
  left join names using (vote_account)
)
