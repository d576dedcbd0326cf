-- Each validator's days of the window. Included after window_rating.sql.
record.vote_account as vote_account,
argMax(record.identity, record.day) as identity,
anyIf(record.activated_stake_lamports, record.day = last_day) as stake_lamports,
vaRatio(sum(record.leader_slot_count - record.produced_count), sum(record.leader_slot_count)) as skip_rate,
if(is_after, null, vaRatio(sum(record.latency_sum), sum(record.vote_count))) as vote_latency
from fct_solana_validator_performance_daily as record final
where
  record.network = {network:String}
  and ({voteAccount:Nullable(String)} is null or record.vote_account = {voteAccount:Nullable(String)})
  and record.day between first_day and last_day
group by record.vote_account
