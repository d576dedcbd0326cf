-- What one delegator got, newest period first: one record a period and validator; the size counts periods.
with
  /* include fragments/polygon/asked_periods.sql */,
  /* include fragments/polygon/held_stakes.sql */,
  paid as (
  /* include fragments/polygon/delegated_checkpoints.sql */
  ),
  /* include fragments/polygon/delegator_periods.sql */
select
  ranked.account as delegatorAddress,
  ranked.validator as validatorId,
  cast(null as Nullable(String)) as validatorName,
  ranked.from_checkpoint as fromCheckpoint,
  ranked.to_checkpoint as toCheckpoint,
  ranked.day as fromDate,
  ranked.day as toDate,
  vaPol(ranked.last_stake) as delegatorStake,
  vaPol(ranked.net) as rewards,
  vaPol(ranked.missed) as missedRewards
from (
  select *, dense_rank() over (order by period desc) as place
  from periods
) as ranked
where ranked.place <= {size:UInt64}
order by ranked.period desc, ranked.validator asc
-- No period has records of a thousand validators.
limit {size:UInt64} * 1000
