-- Who signed the fewest of the last seven days' checkpoints?
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
  and day > (select max(day) from polygon_validator_daily where network = 'mainnet' and is_complete = 1) - 7
group by validator
order by participation asc, validator asc
limit 20
