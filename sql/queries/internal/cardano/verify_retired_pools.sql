-- Pools that retire at the start of an epoch, with the accounts that get their deposits back.
select pool, reward_address
from raw_cardano_pool final
where network = {network:String} and epoch = {point:UInt32} and retiring_epoch = {point:UInt32} and reward_address != ''
