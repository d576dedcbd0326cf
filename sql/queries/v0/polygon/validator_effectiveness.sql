-- Performance and rewards of one validator by checkpoint, newest first.
with
  /* include fragments/polygon/rating_versions.sql */,
  arrayLastIndex(first -> first <= sums.checkpoint, rating_versions.1) as version_place
select
  sums.validator as validatorId,
  cast(null as Nullable(String)) as validatorName,
  sums.checkpoint as fromCheckpoint,
  sums.checkpoint as toCheckpoint,
  sums.day as fromDate,
  sums.day as toDate,
  /* include fragments/polygon/performance_fields.sql */
  /* include fragments/polygon/stake_fields.sql */
  /* include fragments/polygon/reward_fields.sql */
  -- They are returned by day only.
  cast(null as Nullable(Decimal(38, 18))) as priorityFees
from (
  select *, toUInt8(1) as signing_duty_count, is_signed as signed_count, 1 - is_turn_known as unknown_turn_count
  from fct_polygon_validator_checkpoint final
  where
    network = {network:String}
    and validator = {validatorId:UInt32}
    and ({checkpointMax:Nullable(UInt32)} is null or checkpoint <= {checkpointMax:Nullable(UInt32)})
    and ({dayMax:Nullable(Date)} is null or day <= {dayMax:Nullable(Date)})
) as sums
order by sums.checkpoint desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
