-- Samples of each day that were compared, and those that differ.
select
  toUInt16(reported.day) as day_number,
  count() as checks,
  countIf((reported.day, reported.staker, reported.strategy) in (
    select day, staker, strategy
    from fct_eigenlayer_difference final
    where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  )) as differences
from raw_eigenlayer_told as reported final
where
  reported.network = {network:String}
  and reported.day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
group by reported.day
