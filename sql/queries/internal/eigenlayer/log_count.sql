-- Logs up to a day of the stakers with logs on the days.
select count() as rows
from raw_eigenlayer_share
where
  network = {network:String}
  and day <= toDate({last_day:UInt16})
  and staker in (
    select staker
    from raw_eigenlayer_share
    where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  )
