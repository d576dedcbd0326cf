-- The last computed epoch of a network, and the version of its queues; no row if there is none.
select
  max(computed.epoch) as epoch,
  (select toString(max(version)) from fct_eth_network_queue where network = {network:String}) as version
from int_eth_epoch as computed
where network = {network:String}
having count() > 0
