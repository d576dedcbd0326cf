-- Intervals and days whose records depend on a state read in an epoch: of this epoch and the previous one, and of
-- epochs to which no other state is nearer.
select distinct interval_slot as slot, toString(day) as date
from int_solana_interval_part final
where
  network = {network:String}
  and (
    to_epoch in ({epoch:UInt32}, {epoch:UInt32} - 1)
    or from_epoch in ({epoch:UInt32}, {epoch:UInt32} - 1)
    or to_epoch not in (select epoch from raw_solana_state final where network = {network:String})
  )
order by slot, date
