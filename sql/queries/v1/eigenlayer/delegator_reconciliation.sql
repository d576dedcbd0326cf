-- Shares of one delegator by logs and by contracts, for the days at whose last block the contracts were called.
select
  reported.day as date,
  format('{} of {}', part.1, vaEigenlayerAddress(reported.strategy)) as quantity,
  if(reported.is_made, toNullable(vaWhole(part.2)), null) as expected,
  toNullable(vaWhole(part.3)) as actual,
  if(reported.is_made, toNullable(vaWhole(part.3) - vaWhole(part.2)), null) as residual,
  'shares' as unit,
  if(reported.is_made, null, toNullable('not all logs up to the end of the day are here')) as reason,
  toBool(reported.is_made) as isComplete
from (
  select
    day,
    staker,
    strategy,
    deposit_shares,
    withdrawable_shares,
    day in (select day from int_eigenlayer_day where network = {network:String}) as is_made
  from raw_eigenlayer_told final
  where
    network = {network:String}
    and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
    and vaWithin(day, {fromDate:Nullable(Date)}, {toDate:Nullable(Date)})
) as reported
asof left join (
  /* include fragments/eigenlayer/states_without_deficits.sql */
    and staker = toFixedString(unhex(substring({account:String}, 3)), 20)
) as state on state.staker = reported.staker and state.strategy = reported.strategy and state.day <= reported.day
array join [
  ('depositShares', state.deposit_shares, reported.deposit_shares),
  ('totalShares', state.total_shares, reported.withdrawable_shares)
] as part
-- allow page-order: a quantity is a name and a strategy
order by toUInt16(reported.day) * if({sortOrder:String} = 'desc', -1, 1) asc, quantity asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
