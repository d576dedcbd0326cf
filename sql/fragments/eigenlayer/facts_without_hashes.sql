-- The facts of an explanation, of `own`. No raw table has hashes: a log's place in its block finds it.
facts as (
  select
    kind,
    source,
    place,
    height_kind,
    height,
    null as block_hash,
    null as transaction_hash,
    item,
    expected,
    actual,
    fact_amount,
    nullIf(fact_unit, '') as fact_unit,
    counted
  from own
)
