-- Exits count from when a registry of their day told so, and queues no longer count what is known of them.
alter table fct_eth_network_queue
  comment column version 'Model revision, then epoch: the highest wins'
