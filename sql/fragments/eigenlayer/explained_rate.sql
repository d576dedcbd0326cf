-- The value of a strategy's shares at the end of an explained day; no row if there were no holders or the rate is
-- unknown.
select day, asked_shares, underlying
from raw_eigenlayer_rate final
where
  network = {network:String}
  and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
  and day = {date:Date}
  and underlying is not null
  and {state_day:Nullable(Date)} is not null
