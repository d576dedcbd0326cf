-- Included after window_rating.sql: the subject of the days of the window, and their number.
sum(record.leader_slot_count - record.produced_count) as skipped_count,
sum(record.produced_count) as produced_count,
count() as day_count,
argMax(record.identity, record.day) as identity,
toString(record.vote_account) as vote_account
from fct_solana_validator_performance_daily as record final
where record.network = {network:String} and record.is_complete = 1 and record.day between first_day and last_day
group by record.vote_account
