-- Samples of each day that were compared, and those that differ.
select
  toUInt16(told.day) as day_number,
  count() as checks,
  countIf((told.day, told.staker, told.strategy) in (
    select day, staker, strategy
    from fct_eigenlayer_difference final
    where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  )) as differences
from raw_eigenlayer_told as told final
where
  told.network = {network:String}
  and told.day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
group by told.day
