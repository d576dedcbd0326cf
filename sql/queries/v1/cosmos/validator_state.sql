-- Stake of one validator in whole tokens, and its delegators, at the last block of each day.
with
  toDecimal256(intExp10({tokenDecimals:UInt8}), 0) as unit,
  -- Base units have 18 decimals.
  toUInt8(18 + {tokenDecimals:UInt8}) as decimals
select
  state.day as day,
  state.from_block as fromBlockNumber,
  state.to_block as toBlockNumber,
  state.validator as validator,
  divideDecimal(state.active_stake, unit, decimals) as activeStake,
  state.delegator_count as totalDelegators,
  toBool(state.is_complete = 1) as isComplete
from fct_cosmos_validator_state_daily as state final
where
  state.network = {network:String}
  and state.validator = {validator:String}
  and ({fromDate:Nullable(Date)} is null or state.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or state.day <= {toDate:Nullable(Date)})
order by toUInt16(state.day) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
/* include fragments/keyed_read.sql */
