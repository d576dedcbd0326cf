-- Intervals and days with slots of an epoch.
select distinct interval_slot as slot, toString(day) as date
from int_solana_interval_part final
where network = {network:String} and from_epoch <= {epoch:UInt32} and to_epoch >= {epoch:UInt32}
order by slot, date
