-- Addresses with stake in a validator, by all events that are told.
with (
  select maxOrNull(day)
  from int_polygon_day final
  where network = {network:String} and is_complete = 1 and ifNull({windowDays:Nullable(UInt16)}, 0) >= 0
) as newest_day
select
  toString(account) as id,
  account as id_order,
  '' as other_id,
  CAST(null, 'Nullable(String)') as name,
  CAST(null, 'Nullable(String)') as status,
  toNullable(vaPol(sum(amount))) as stake,
  CAST(null, 'Nullable(Decimal(38, 2))') as commission,
  CAST(null, 'Nullable(Float64)') as effectiveness,
  CAST(null, 'Nullable(Decimal(76, 18))') as rewards,
  CAST(null, 'Nullable(Decimal(76, 18))') as penalties,
  CAST(null, 'Nullable(UInt64)') as missed_duties,
  CAST(null, 'Nullable(UInt64)') as proposals,
  CAST(null, 'Nullable(UInt64)') as days,
  newest_day as last_day
from raw_polygon_share_event final
where network = {network:String}
group by account
having sum(amount) > 0
