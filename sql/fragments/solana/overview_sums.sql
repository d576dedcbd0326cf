-- The network's days of each window. Included after window_rating.sql.
time_window.1 as name,
min(record.day) as from_day,
max(record.day) as to_day,
min(record.from_epoch) as from_epoch,
max(record.to_epoch) as to_epoch,
argMax(record.voter_count, record.day) as voter_count,
anyIf(record.activated_stake_lamports, record.day = last_day) as stake_lamports,
sum(record.leader_slot_count) as leader_slot_count,
sum(record.produced_count) as produced_count,
sumIf(record.empty_count, record.alpenglow_slot_count > 0) as empty_count,
sum(record.vote_only_count) as vote_only_count,
sum(record.unknown_count) as unknown_count,
if(
  is_after,
  null,
  vaRatio(sum(record.vote_count), sumIf(record.votable_count, record.vote_count is not null))
) as vote_success_rate,
if(is_after, null, vaRatio(sum(record.latency_sum), sum(record.vote_count))) as voting_latency
from fct_solana_network_performance_daily as record final
where
  record.network = {network:String}
  and record.day <= last_day
  and dateDiff('day', record.day, last_day) < time_window.2
group by name
