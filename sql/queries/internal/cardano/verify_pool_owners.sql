-- Stakes of pools' owners in an epoch, and their pledges, for the comparison with pool_owner_history: it lists owners
-- that delegate to their own pool.
select pool as subject, part.1 as item, toString(part.2) as value
from raw_cardano_pool final
array join [('owner_stake_lovelace', owner_stake), ('pledge_lovelace', pledge)] as part
where
  network = {network:String}
  and epoch = {point:UInt32}
  and pool in {pools:Array(String)}
  and owner_stake > 0
