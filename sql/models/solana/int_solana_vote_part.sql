/* ---
grain: network, interval_slot, day, vote_account, epoch
reads: [raw_solana_slot, raw_solana_vote]
window: interval
--- */
-- Votes for the confirmed blocks of an interval, each at its first landing. A vote counts for the slot that it names,
-- so that a score is never more than the interval's blocks allow.
insert into int_solana_vote_part
with
  {interval_slot:UInt32} + {interval_slots:UInt32} - 1 as last_slot,
  blocks as (
    select slot, day, epoch
    from raw_solana_slot final
    where
      network = {network:String}
      and slot between {interval_slot:UInt32} and last_slot
      and is_produced
      and ifNull(is_alpenglow, 0) = 0
  ),
  known as (
    select count() as known_count, countIf(depth = 'votes') as read_count
    from raw_solana_slot final
    where network = {network:String} and slot between {interval_slot:UInt32} and last_slot + {late_slots:UInt32}
  ),
  landed as (
    select vote_account, voted_slot, min(latency) as first_latency
    from (
      select vote_account, voted_slot, latency
      from raw_solana_vote final
      array join voted_slots as voted_slot, latencies as latency
      where
        network = {network:String}
        -- The run in which a vote landed begins before the landing.
        and slot + {run_slots:UInt32} > {interval_slot:UInt32}
        and slot <= last_slot + {late_slots:UInt32}
        and voted_slot between {interval_slot:UInt32} and last_slot
        and latency <= {late_slots:UInt32}
    )
    group by vote_account, voted_slot
  )
select
  {network:String} as network,
  {interval_slot:UInt32} as interval_slot,
  blocks.day as day,
  landed.vote_account as vote_account,
  blocks.epoch as epoch,
  count() as vote_count,
  sum(landed.first_latency) as latency_sum,
  sum(vaSolanaVoteCredits(landed.first_latency, blocks.epoch >= {timely_epoch:UInt32})) as vote_score,
  {revision:UInt64} * {version_revision:UInt64}
    + any((select known_count + read_count from known)) * {version_facts:UInt64} as version
from landed
inner join blocks on blocks.slot = landed.voted_slot
group by blocks.day, landed.vote_account, blocks.epoch
