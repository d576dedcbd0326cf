-- Number of stake accounts in the newest snapshot.
select count() as total
from raw_solana_stake final
where
  network = {network:String}
  and epoch = (select max(epoch) from raw_solana_stake_snapshot where network = {network:String})
