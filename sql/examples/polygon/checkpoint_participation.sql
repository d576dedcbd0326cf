-- Which validators signed the fewest of the last seven days' checkpoints?
with
  last_days as (
    select max(day) as last_day from polygon_validator_daily where network = 'mainnet' and is_complete = 1
  )
select
  validator,
  sum(signing_duty_count) as duties,
  sum(signed_count) as signed,
  round(vaRatio(signed, duties), 4) as participation,
  toFloat64(sum(missed_reward)) / 1e18 as missed_pol
from polygon_validator_daily
where
  network = 'mainnet'
  and is_complete = 1
  and day > (select last_day from last_days) - 7
  and day <= (select last_day from last_days)
group by validator
order by participation asc, validator asc
limit 20
