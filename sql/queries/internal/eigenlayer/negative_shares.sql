-- Stakers with negative shares of a strategy other than a pod's on some days: one of their logs is missing.
select count() as count
from int_eigenlayer_share_daily final
where
  network = {network:String}
  and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  and deposit_shares < 0
  and strategy != toFixedString(unhex('beac0eeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeac0'), 20)
