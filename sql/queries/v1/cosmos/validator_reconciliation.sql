-- Rewards and commission of one validator by events, compared with outstanding and withdrawn rewards, in whole tokens.
-- Days with a withdrawal but without a payment are compared, too.
with
  toDecimal256(intExp10({tokenDecimals:UInt8}), 0) as whole,
  -- Base units have 18 decimals.
  toUInt8(18 + {tokenDecimals:UInt8}) as decimals
select
  daily.day as date,
  part.1 as quantity,
  divideDecimal(part.2, whole, decimals)::Nullable(Decimal(76, 24)) as expected,
  divideDecimal(part.2 + part.3, whole, decimals) as actual,
  divideDecimal(part.3, whole, decimals) as residual,
  {tokenSymbol:String} as unit,
  if(part.3 is null, 'no second source at both ends of the day, or no unclaimed rewards', null) as reason,
  toBool(daily.is_complete = 1) as isComplete
from int_cosmos_validator_daily as daily final
array join [
  ('rewards', daily.reward, daily.reward_residual), ('commission', daily.commission, daily.commission_residual)
] as part
where
  daily.network = {network:String}
  and daily.validator = {validator:String}
  and ({fromDate:Nullable(Date)} is null or daily.day >= {fromDate:Nullable(Date)})
  and ({toDate:Nullable(Date)} is null or daily.day <= {toDate:Nullable(Date)})
-- allow page-order: the names in the list differ
order by toUInt16(daily.day) * if({sortOrder:String} = 'desc', -1, 1) asc, part.1 asc
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
