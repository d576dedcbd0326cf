-- Delegators of a CometBFT network in the newest state with delegations. No source has the rewards of each.
with
  -- A product of decimals is exact, and takes a hundredth of the time of divideDecimal.
  toDecimal256(concat('0.', repeat('0', {tokenDecimals:UInt8} - 1), '1'), {tokenDecimals:UInt8}) as base_unit,
  (
    select maxOrNull(day)
    from int_cosmos_day final
    where network = {network:String} and is_complete = 1 and ifNull({windowDays:Nullable(UInt16)}, 0) >= 0
  ) as newest_day
select
  delegator as id,
  delegator as id_order,
  '' as other_id,
  CAST(null, 'Nullable(String)') as name,
  CAST(null, 'Nullable(String)') as status,
  toNullable(sum(raw_cosmos_delegation.stake) * base_unit) as stake,
  CAST(null, 'Nullable(Decimal(38, 18))') as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  CAST(null, 'Nullable(Decimal(76, 24))') as rewards,
  CAST(null, 'Nullable(Decimal(76, 24))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  CAST(null, 'Nullable(UInt64)') as days,
  newest_day as last_day
from raw_cosmos_delegation final
where
  network = {network:String}
  and height = (
    select max(height)
    from raw_cosmos_state final
    where network = {network:String} and delegation_count is not null
  )
group by delegator
