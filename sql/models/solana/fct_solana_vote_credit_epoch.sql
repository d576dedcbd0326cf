/* ---
grain: network, epoch, vote_account
reads: [int_solana_interval_part, int_solana_vote_part, raw_solana_slot, raw_solana_vote, raw_solana_credit]
window: credit
--- */
-- Credits of an epoch from two sources: by latency at landing, and by the account, at rooting. Roots explain the
-- difference: votes that were not rooted when an epoch ended count in the next one, and votes whose lockouts expired
-- never count. Edges are searched only in the last slots of an epoch.
insert into fct_solana_vote_credit_epoch
with
  slots as (
    select slot, epoch, depth, is_produced, ifNull(is_alpenglow, 1) as is_after
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between if({earlier_first_slot:UInt32} > 0, {earlier_first_slot:UInt32}, {first_slot:UInt32})
        and {last_slot:UInt32} + {late_slots:UInt32}
  ),
  known as (
    select
      countIf(epoch = {epoch:UInt32} and depth = 'votes' and not is_after)
        = {last_slot:UInt32} - {first_slot:UInt32} + 1 as is_read,
      countIf(epoch + 1 = {epoch:UInt32} and depth = 'votes' and not is_after)
        = {earlier_last_slot:UInt32} - {earlier_first_slot:UInt32} + 1
        and {earlier_last_slot:UInt32} > 0 as is_before_read,
      count() + countIf(depth = 'votes') as facts
    from slots
  ),
  parts as (
    select interval_slot, day, version
    from int_solana_interval_part final
    where
      network = {network:String}
      and interval_slot between
        greatest({first_slot:UInt32}, {interval_slots:UInt32}) - {interval_slots:UInt32}
        and {last_slot:UInt32}
      and to_epoch >= {epoch:UInt32}
      and from_epoch <= {epoch:UInt32}
  ),
  scores as (
    select vote_account, sum(vote_score) as score
    from int_solana_vote_part final
    where
      network = {network:String}
      and interval_slot between
        greatest({first_slot:UInt32}, {interval_slots:UInt32}) - {interval_slots:UInt32}
        and {last_slot:UInt32}
      and epoch = {epoch:UInt32}
      and (interval_slot, day, version) in (select interval_slot, day, version from parts)
    group by vote_account
  ),
  credits as (
    select vote_account, toNullable(credits - previous_credits) as credits
    from raw_solana_credit final
    where
      network = {network:String}
      and epoch = {epoch:UInt32}
      and kind = 'tower'
      and slot > {last_slot:UInt32}
      and {last_slot:UInt32} > 0
  ),
  -- Runs of blocks end with an epoch whose first slot is a multiple of theirs.
  roots as (
    select
      vote_account,
      maxIf(root_slot, slot <= {earlier_last_slot:UInt32}) as before_root,
      maxIf(root_slot, slot >= {first_slot:UInt32}) as own_root
    from raw_solana_vote final
    where
      network = {network:String}
      and slot between {earlier_first_slot:UInt32} and {last_slot:UInt32}
    group by vote_account
  ),
  edges as (
    select
      landed.vote_account as vote_account,
      sumIf(
        vaSolanaVoteCredits(landed.latency, slots.epoch >= {timely_epoch:UInt32}),
        slots.epoch < {epoch:UInt32}
          and landed.voted_slot > roots.before_root
          and landed.voted_slot <= roots.own_root
      ) as carried_in,
      sumIf(
        vaSolanaVoteCredits(landed.latency, slots.epoch >= {timely_epoch:UInt32}),
        slots.epoch = {epoch:UInt32} and landed.voted_slot > roots.own_root
      ) as carried_out
    from (
      select vote_account, voted_slot, min(latency) as latency
      from raw_solana_vote final
      array join voted_slots as voted_slot, latencies as latency
      where
        network = {network:String}
        and slot + {late_slots:UInt32} + {run_slots:UInt32} > {earlier_last_slot:UInt32}
        and slot <= {last_slot:UInt32} + {late_slots:UInt32}
        and (
          slot <= {earlier_last_slot:UInt32} + {late_slots:UInt32}
          or slot + {late_slots:UInt32} + {run_slots:UInt32} > {last_slot:UInt32}
        )
        and (
          voted_slot between greatest({earlier_last_slot:UInt32}, {late_slots:UInt32}) - {late_slots:UInt32}
            and {earlier_last_slot:UInt32}
          or voted_slot between greatest({last_slot:UInt32}, {late_slots:UInt32}) - {late_slots:UInt32}
            and {last_slot:UInt32}
        )
      group by vote_account, voted_slot
    ) as landed
    inner join slots on slots.slot = landed.voted_slot
    inner join roots on roots.vote_account = landed.vote_account
    where slots.is_produced and not slots.is_after
    group by landed.vote_account
  ),
  existing as (
    select vote_account from fct_solana_vote_credit_epoch final
    where network = {network:String} and epoch = {epoch:UInt32}
  )
select
  {network:String} as network,
  {epoch:UInt32} as epoch,
  vote_account,
  if(known.is_read, toNullable(scores.score), null) as vote_score,
  credits.credits as credits,
  toInt64(credits.credits) - toInt64(vote_score) as credit_difference,
  if(
    known.is_read
      and known.is_before_read
      and moduloOrZero({first_slot:UInt32}, {run_slots:UInt32}) = 0
      and roots.before_root + {late_slots:UInt32} > {earlier_last_slot:UInt32}
      and roots.before_root > 0
      and roots.own_root >= roots.before_root,
    toNullable(edges.carried_in),
    null
  ) as carried_in_score,
  if(
    known.is_read
      and moduloOrZero({last_slot:UInt32} + 1, {run_slots:UInt32}) = 0
      and roots.own_root + {late_slots:UInt32} > {last_slot:UInt32}
      and roots.own_root > 0,
    toNullable(edges.carried_out),
    null
  ) as carried_out_score,
  toInt64(carried_in_score) - toInt64(carried_out_score) - credit_difference as expired_score,
  {revision:UInt64} * {reward_revision:UInt64}
    + known.facts * {reward_facts:UInt64}
    + {state_slot:UInt32} as version
from scores
full join credits using (vote_account)
full join existing using (vote_account)
left join roots using (vote_account)
left join edges using (vote_account)
cross join known
