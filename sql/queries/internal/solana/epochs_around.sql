-- Epochs whose credits and reconciliations depend on slots: their own, the next one, those whose votes may land there,
-- and the next one with a snapshot of stake accounts.
with touched as (
  select epoch
  from raw_solana_epoch final
  where
    network = {network:String}
    and last_slot + {late_slots:UInt32} >= {from:UInt32}
    and first_slot <= {to:UInt32}
)
select distinct epoch
from (
  select toUInt32(arrayJoin([epoch, epoch + 1])) as epoch from touched
  union all
  select min(epoch) as next_epoch
  from raw_solana_stake_snapshot final
  where network = {network:String} and epoch >= (select max(epoch) from touched)
)
where epoch in (select epoch from raw_solana_epoch final where network = {network:String})
order by epoch
