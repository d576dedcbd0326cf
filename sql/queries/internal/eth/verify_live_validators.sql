-- A sample of the validators whose vote of an epoch was included in the same epoch with a timely source or target.
select validator_index
from (
  /* include fragments/eth/live_validators.sql */
)
order by validator_index
