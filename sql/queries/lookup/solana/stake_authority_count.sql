-- Number of stake authorities of a type in the newest snapshot.
select uniqExact(stake_authority) as total
from int_solana_authority_stake_epoch final
where
  network = {network:String}
  and epoch = (select max(epoch) from raw_solana_stake_snapshot where network = {network:String})
  and (
    {type:Nullable(String)} is null
    or ({type:Nullable(String)} = 'stakePool') = (
      stake_authority in (select withdraw_authority from raw_solana_pool where network = {network:String})
    )
  )
