-- The last computed epoch of a network, how many exits and requests to merge are known, and what its queues were made
-- of; no row while there is none.
select
  max(computed.epoch) as epoch,
  (select count() from int_eth_exit_request final where network = {network:String})
    + (select count() from raw_eth_consolidation_request final where network = {network:String}) as known,
  (select toString(max(version)) from fct_eth_network_queue where network = {network:String}) as version
from int_eth_epoch as computed
where network = {network:String}
having count() > 0
