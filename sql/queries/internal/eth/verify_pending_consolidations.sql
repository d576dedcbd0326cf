-- Queued consolidations in the state of an epoch's first slot, for the comparison with the Beacon API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date
select
  toString(source_index) as subject,
  'target_index' as item,
  toString(target_index) as value,
  epoch_date as date
from (
  /* include fragments/eth/queued_consolidations.sql */
)
