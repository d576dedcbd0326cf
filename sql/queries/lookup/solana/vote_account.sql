-- The vote account that an address is, or that the validator with this identity has had most lately.
select vote_account as voteAccount
from raw_solana_identity final
where network = {network:String} and (vote_account = {address:String} or identity = {address:String})
order by vote_account = {address:String} desc, epoch desc, version desc, vote_account
limit 1
