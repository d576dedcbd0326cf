-- Whether a stake account has ever been read.
select 1 as found
from raw_solana_stake
where network = {network:String} and stake_account = {address:String}
limit 1
