alter table raw_eth_registry
  comment column version 'Snapshots above changes, then decoder revision: the highest wins'
