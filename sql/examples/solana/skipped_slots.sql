-- Which leaders skipped the largest part of their slots in the last seven days?
with
  last_days as (
    select max(day) as last_day from solana_network_performance_daily where network = 'mainnet' and is_complete = 1
  )
select
  vote_account,
  sum(leader_slot_count) as leader_slots,
  sum(leader_slot_count - produced_count) as skipped,
  round(vaRatio(skipped, leader_slots), 4) as skip_rate
from solana_validator_performance_daily
where
  network = 'mainnet'
  and day > (select last_day from last_days) - 7
  and day <= (select last_day from last_days)
group by vote_account
having skipped > 0
order by skip_rate desc, vote_account asc
limit 20
