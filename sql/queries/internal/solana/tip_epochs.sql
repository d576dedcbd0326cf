-- Epochs whose tips may have been read before the fee of the tip router: their accounts exist for about ten epochs.
select distinct created_epoch as epoch
from (
  select created_epoch from raw_solana_tip where network = {network:String}
  union all
  select created_epoch from raw_solana_priority_fee where network = {network:String}
)
where created_epoch + 20 >= {epoch:UInt32}
order by epoch
