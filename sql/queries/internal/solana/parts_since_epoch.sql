-- Intervals and days of an epoch and of all later epochs.
select distinct interval_slot as slot, toString(day) as date
from int_solana_interval_part final
where network = {network:String} and to_epoch >= {epoch:UInt32}
order by slot, date
