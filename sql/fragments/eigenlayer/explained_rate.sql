-- What shares of a strategy were worth at the end of an explained day; no row where nobody held any or the rate isn't
-- known.
select day, asked_shares, underlying
from raw_eigenlayer_rate final
where
  network = {network:String}
  and strategy = toFixedString(unhex(substring({strategy:String}, 3)), 20)
  and day = {date:Date}
  and underlying is not null
  and {state_day:Nullable(Date)} is not null
