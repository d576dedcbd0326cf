-- Which validators had the highest inclusion delay on the last complete day, and how correct were their votes?
-- The best inclusion delay is 1 slot. A validator that missed all day has no delay and is not listed.
select
  validator_index,
  round(vaRatio(inclusion_delay_sum, attested_count), 3) as inclusion_delay,
  round(vaRatio(attested_count, attestation_duty_count), 4) as uptime,
  round(vaRatio(correct_vote_count, counted_vote_count), 4) as correctness,
  round(attester_effectiveness, 2) as effectiveness
from eth_validator_performance_daily
where
  network = 'mainnet'
  and day_type = 'utc'
  and day = (select max(day) from eth_day where network = 'mainnet' and day_type = 'utc' and is_complete = 1)
  and attested_count > 0
order by inclusion_delay desc, validator_index asc
limit 20
