-- How many records one delegator has.
with
  /* include fragments/polygon/asked_periods.sql */,
  /* include fragments/polygon/held_stakes.sql */,
  paid as (
  /* include fragments/polygon/delegated_checkpoints.sql */
  ),
  /* include fragments/polygon/delegator_periods.sql */
select count() as total
from periods
