-- Rewards and commission of one validator by events, and by what was outstanding and withdrawn, in whole tokens.
with
  toDecimal256(intExp10({tokenDecimals:UInt8}), 0) as whole,
  -- Base units have 18 decimals.
  toUInt8(18 + {tokenDecimals:UInt8}) as decimals
select
  reward.day as date,
  part.1 as quantity,
  divideDecimal(part.2, whole, decimals)::Nullable(Decimal(76, 24)) as expected,
  divideDecimal(part.2 + part.3, whole, decimals) as actual,
  divideDecimal(part.3, whole, decimals) as residual,
  {tokenSymbol:String} as unit,
  if(part.3 is null, 'no second source at both ends of the day', null) as reason,
  toBool(reward.is_complete = 1) as isComplete
from fct_cosmos_validator_reward_daily as reward final
array join [
  ('rewards', delegation_reward, reward_residual), ('commission', commission_reward, commission_residual)
] as part
where
  reward.network = {network:String}
  and reward.validator = {validator:String}
  and ({fromDate:Nullable(Date)} is null or reward.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or reward.day <= {toDate:Nullable(Date)})
-- allow page-order: the names in the list differ
order by toUInt16(reward.day) * if({sortOrder:String} = 'desc', -1, 1) asc, part.1 asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
