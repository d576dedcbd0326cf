-- Whether an address has ever received or sent a share of a validator.
select 1 as found
from raw_polygon_share_event
where network = {network:String} and account = {delegatorAddress:String}
limit 1
