-- Consensus addresses of jailed validators in the state of a UTC day.
select consensus_address
from raw_cosmos_validator final
where
  network = {network:String}
  and is_jailed = 1
  and height = (
    select state_height
    from int_cosmos_day final
    where network = {network:String} and day = toDate(toUInt16({point:UInt32}))
  )
