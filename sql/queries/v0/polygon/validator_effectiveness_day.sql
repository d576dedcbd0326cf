-- The same by UTC day, which has the rating version of its first checkpoint.
with
  /* include fragments/polygon/rating_versions.sql */,
  arrayLastIndex(first -> first <= sums.from_checkpoint, rating_versions.1) as version_place
select
  sums.validator as validatorId,
  cast(null as Nullable(String)) as validatorName,
  sums.from_checkpoint as fromCheckpoint,
  sums.to_checkpoint as toCheckpoint,
  sums.day as fromDate,
  sums.day as toDate,
  /* include fragments/polygon/performance_fields.sql */
  /* include fragments/polygon/stake_fields.sql */
  /* include fragments/polygon/reward_fields.sql */
  fee.amount as priorityFees
from fct_polygon_validator_daily as sums final
left join (
  /* include fragments/polygon/priority_fees.sql */
      and paid.validator = {validatorId:UInt32}
) as fee on fee.day = sums.day
where
  sums.network = {network:String}
  and sums.validator = {validatorId:UInt32}
  and ({checkpointMax:Nullable(UInt32)} is null or sums.from_checkpoint <= {checkpointMax:Nullable(UInt32)})
  and ({dayMax:Nullable(Date)} is null or sums.day <= {dayMax:Nullable(Date)})
order by sums.day desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
