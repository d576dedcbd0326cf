-- Latencies of some votes at their first landing, for the comparison with vote accounts, which hold at most 255.
with
  arrayZip({accounts:Array(String)}, {slots:Array(UInt32)}) as votes,
  landed as (
    select vote_account, voted_slot, min(landing) as latency
    from raw_solana_vote final
    array join voted_slots as voted_slot, latencies as landing
    where
      network = {network:String}
      and slot + {run_slots:UInt32} > arrayMin({slots:Array(UInt32)})
      and slot <= {point:UInt32}
      and voted_slot + landing <= {point:UInt32}
      and (toString(vote_account), voted_slot) in (select arrayJoin(votes))
    group by vote_account, voted_slot
  )
select
  toString(landed.vote_account) as subject,
  concat('latency_of_vote_for_slot_', toString(landed.voted_slot)) as item,
  toString(least(landed.latency, 255)) as value,
  toString(slots.day) as date
from landed
left join (
  select slot, day
  from raw_solana_slot final
  where network = {network:String} and slot in (select voted_slot from landed)
) as slots on slots.slot = landed.voted_slot
