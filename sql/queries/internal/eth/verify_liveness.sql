-- Validators that every beacon node has seen in an epoch, for the comparison with the Beacon API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date
select toString(validator_index) as subject, 'is_live' as item, 'true' as value, epoch_date as date
from (
  /* include fragments/eth/live_validators.sql */
)
