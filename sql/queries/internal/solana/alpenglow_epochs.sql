-- Epochs of an interval with slots under Alpenglow.
select distinct toUInt32(arrayJoin([from_epoch, to_epoch])) as epoch
from int_solana_interval_part final
where
  network = {network:String}
  and interval_slot = {interval_slot:UInt32}
  and alpenglow_slot_count > 0
order by epoch
