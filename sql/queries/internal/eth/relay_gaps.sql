-- Stored final epochs that relays have not returned, by relay: their number, range, and the first ones.
with
  known as (
    select epoch
    from fct_eth_proposal_slot
    where network = {network:String} and slot between {from_slot:UInt32} and {to_slot:UInt32}
    union distinct
    select epoch
    from raw_eth_block
    where network = {network:String} and slot between {from_slot:UInt32} and {to_slot:UInt32} and is_final = 1
  )
select
  relay,
  count() as epoch_count,
  min(epoch) as first_epoch,
  max(epoch) as last_epoch,
  arraySlice(arraySort(groupArray(epoch)), 1, {epochs:UInt32}) as epochs
from (select epoch, arrayJoin({relays:Array(String)}) as relay from known)
where (epoch, relay) not in (select epoch, relay from raw_eth_relay_epoch where network = {network:String})
group by relay
order by relay
