-- The last computed epoch of a network, how many there are, and what its queues were made of; no row while there is
-- none.
select
  max(computed.epoch) as epoch,
  uniqExact(computed.epoch) as known,
  (select toString(max(version)) from fct_eth_network_queue where network = {network:String}) as version
from int_eth_epoch as computed
where network = {network:String}
having known > 0
