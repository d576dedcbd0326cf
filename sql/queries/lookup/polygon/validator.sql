-- Whether a validator has ever staked.
select 1 as found
from raw_polygon_stake_event
where network = {network:String} and kind = 'staked' and validator = {validatorId:UInt32}
limit 1
