-- Operators of one delegator. Leaving and rejoining the same operator within a day is no interruption.
select
  /* include fragments/eigenlayer/delegation_fields.sql */
from (
  select
    /* include fragments/eigenlayer/delegation_ranges.sql */
  from (
    select
      /* include fragments/eigenlayer/delegation_runs.sql */
    from (
      select
        /* include fragments/eigenlayer/delegation_days.sql */
      from int_eigenlayer_delegation_daily final
      where
        network = {network:String}
        and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
    )
  )
  where operator != toFixedString('', 20)
  group by staker, operator, run
) as record
/* include fragments/eigenlayer/delegation_order.sql */
settings exact_rows_before_limit = 1
