-- One validator's stakes by events, against what the contract said at a block of each day and what Heimdall said then,
-- in POL. The tables keep what is left as events less the other side.
select
  held.day as date,
  part.1 as quantity,
  part.2 as expected,
  part.3 as actual,
  part.4 as residual,
  'POL' as unit,
  if(part.4 is null, toNullable(part.5), null) as reason,
  -- A state told later on the same day takes the place of this one.
  toBool(
    (part.4 is not null or part.6)
    and held.day < assumeNotNull((select max(day) from int_polygon_day where network = {network:String}))
  ) as isComplete
from fct_polygon_stake_reconciliation as held final
inner join (
  select validator, day, block_number, self_stake, delegated_stake, heimdall_power
  from raw_polygon_validator final
  where network = {network:String} and validator = {validatorId:UInt32}
) as state on state.validator = held.validator and state.day = held.day and state.block_number = held.block_number
-- Quantity, by events, by the other side, what is left, what isn't known, and whether nobody will know it.
array join [
  (
    'delegatedStake',
    vaPol(held.delegated_stake),
    toNullable(vaPol(state.delegated_stake)),
    -vaPol(held.delegated_residual),
    'not all events up to the block at which the contract was read are here',
    false
  ),
  (
    'heimdallStake',
    toDecimal256(intDiv(held.heimdall_stake, toUInt128('1000000000000000000')), 18),
    toDecimal256(state.heimdall_power, 18),
    -toDecimal256(held.heimdall_residual, 18),
    if(
      state.heimdall_power is null,
      'it is not in the set of Heimdall',
      'the last event that Heimdall knew of is not here'
    ),
    state.heimdall_power is null
  ),
  (
    'selfStake',
    vaPol(held.self_stake),
    toNullable(vaPol(state.self_stake)),
    -vaPol(held.self_residual),
    if(
      state.self_stake = 0,
      'it has taken its stake back, which no event that is read tells',
      'not all events up to the block at which the contract was read are here'
    ),
    state.self_stake = 0
  )
] as part
where
  held.network = {network:String}
  and held.validator = {validatorId:UInt32}
  -- Of states of before nobody kept the day.
  and held.day > toDate('1970-01-01')
  and vaWithin(held.day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
-- allow page-order: the names in the list differ
order by toUInt16(held.day) * if({sortOrder:String} = 'desc', -1, 1) asc, part.1 asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
