-- Epochs whose messages are all stored: one that is computed was complete, a support epoch is only complete.
with (select max(slots_per_epoch) from dim_eth_network final where network = {network:String}) as slots
select epoch
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
union distinct
select epoch
from raw_eth_epoch final
where
  network = {network:String}
  and epoch between {from:UInt32} and {to:UInt32}
  and role = 'support'
  and epoch in (
    select epoch
    from raw_eth_block final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and is_final = 1
    group by epoch
    having uniqExact(slot) = slots
  )
  and epoch in (
    select epoch
    from raw_eth_committee final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
    group by epoch
    having count() = slots
  )
