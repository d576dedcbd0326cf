-- The complete days of a window.
(
  select maxOrNull(day)
  from fct_solana_network_performance_daily final
  where network = {network:String} and is_complete = 1
) as last_day,
if(
  {windowDays:Nullable(UInt16)} is null,
  toDate(0),
  last_day - ifNull({windowDays:Nullable(UInt16)}, 0) + 1
) as first_day,
