-- Days of a window, up to the newest complete day or, without one, the newest day.
(
  select if(max(is_complete) = 1, maxIf(day, is_complete = 1), max(day))
  from fct_solana_network_performance_daily final
  where network = {network:String}
) as last_day,
if(
  {windowDays:Nullable(UInt16)} is null,
  toDate(0),
  last_day - ifNull({windowDays:Nullable(UInt16)}, 0) + 1
) as first_day,
-- Rewards are paid at the end of an epoch, every other day, so a window of one day uses the rewards of three.
least(first_day, last_day - 2) as first_reward_day,
