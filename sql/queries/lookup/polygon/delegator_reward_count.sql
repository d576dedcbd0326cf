-- Number of records of one delegator: periods of each validator, counted once if stakes changed within one.
with
  accounts as (select {delegatorAddress:String} as account),
  /* include fragments/polygon/held_stakes.sql */,
  /* include fragments/polygon/delegated_spans.sql */
select sum(greatest(counted.last_place - greatest(counted.first_place - 1, counted.reached), 0)) as total
from (
  select
    toInt64(spans.first_place) as first_place,
    toInt64(spans.last_place) as last_place,
    max(last_place) over (
      partition by validator
      order by first_place asc, last_place asc
      rows between unbounded preceding and 1 preceding
    ) as reached
  from spans
) as counted
