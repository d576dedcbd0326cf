-- Networks that are served, with the constants that times are computed from.
select
  network,
  genesis_time as genesisTime,
  slots_per_epoch as slotsPerEpoch,
  seconds_per_slot as secondsPerSlot
from dim_eth_network final
order by network asc
