-- Stakes of some accounts in the snapshot that an epoch used, for the comparison with account_stake_history.
select account as subject, format('stake_lovelace at {}', pool) as item, toString(stake) as value
from raw_cardano_delegation final
where network = {network:String} and epoch = {point:UInt32} and account in {accounts:Array(String)}
