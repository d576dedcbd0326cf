-- Members of the sync committee of an epoch, each once.
select distinct arrayJoin(sync_committee) as validator_index
from raw_eth_epoch final
where network = {network:String} and epoch = {point:UInt32}
order by validator_index
limit {size:UInt32}
