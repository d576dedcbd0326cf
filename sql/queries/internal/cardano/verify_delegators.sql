-- A sample of the accounts that delegate to pools with blocks in an epoch, by hash.
select account
from raw_cardano_delegation final
where network = {network:String} and epoch = {point:UInt32} and stake > 0
order by cityHash64(epoch, account)
limit {size:UInt32}
