-- A sample of the vote accounts of the newest state, spread by hash.
select vote_account
from raw_solana_voter final
where
  network = {network:String}
  and epoch = (select max(epoch) from raw_solana_state where network = {network:String})
order by cityHash64({point:UInt32}, vote_account)
limit {size:UInt32}
