-- The vote account with this address, or the latest one of the validator with this identity.
select vote_account as voteAccount
from raw_solana_identity final
where network = {network:String} and (vote_account = {address:String} or identity = {address:String})
order by vote_account = {address:String} desc, epoch desc, version desc, vote_account
limit 1
