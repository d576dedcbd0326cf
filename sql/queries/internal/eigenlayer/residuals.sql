-- Samples of the last seven days in which contracts report other shares than logs give, and strategies whose stakers'
-- shares differ from operators' and undelegated shares. Negative shares of a strategy other than a pod's count on all
-- days, because a staker's shares last until they change.
with
  (select max(day) from int_eigenlayer_day where network = {network:String}) as last_day
select 'shares' as check, count() as differing
from fct_eigenlayer_difference final
where network = {network:String} and day + 7 > last_day
union all
select 'strategies' as check, countIf(residual_shares != 0) as differing
from fct_eigenlayer_strategy_daily final
where network = {network:String} and day + 7 > last_day
union all
select 'negative_shares' as check, uniqExact(staker, strategy) as differing
from int_eigenlayer_share_daily final
where
  network = {network:String}
  and deposit_shares < 0
  and strategy != toFixedString(unhex('beac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0'), 20)
