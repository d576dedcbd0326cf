-- The UTC day to which an epoch belongs: the one in which it starts. point: the epoch.
select
  toString(
    toDate(
      toDateTime(genesis_time + toUInt64({point:UInt32}) * slots_per_epoch * seconds_per_slot, 'UTC'), 'UTC'
    )
  )
from dim_eth_network final
where network = {network:String}
