-- Epochs whose tips may have been read before the fee of the tip router: their accounts last for some ten epochs.
select distinct created_epoch as epoch
from raw_solana_tip
where network = {network:String} and created_epoch + 20 >= {epoch:UInt32}
order by epoch
