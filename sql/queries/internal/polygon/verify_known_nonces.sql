-- Validators of which the event with a nonce is stored.
select distinct validator
from raw_polygon_stake_event
where
  network = {network:String}
  and (validator, nonce) in (
    select arrayJoin(arrayZip({validators:Array(UInt32)}, {nonces:Array(UInt64)}))
  )
