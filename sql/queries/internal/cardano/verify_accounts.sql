-- A sample of the accounts that delegate to pools with blocks in an epoch, and of the pools' reward accounts, by
-- hash.
select account
from (
  select account
  from raw_cardano_delegation final
  where network = {network:String} and epoch = {point:UInt32}
  order by cityHash64(epoch, account)
  limit {size:UInt32}
  union distinct
  select own.reward_address as account
  from raw_cardano_pool as own final
  where
    own.network = {network:String}
    and own.epoch = {point:UInt32}
    and own.reward_address != ''
    and own.pool in (
      select pool from int_cardano_pool_ledger_epoch final where network = {network:String} and epoch = {point:UInt32}
    )
  order by cityHash64(own.epoch, own.pool)
  limit {pool_size:UInt32}
)
order by account
