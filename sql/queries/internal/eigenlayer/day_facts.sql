-- Checksums of all facts of days from which their states are computed.
with
  days as (
    select day, last_block, last_hash
    from raw_eigenlayer_day final
    where network = {network:String}
  )
select toUInt16(day) as day_number, toString(sum(checksum)) as checksum
from (
  select day, cityHash64(last_block, last_hash) as checksum
  from days
  union all
  select day, cityHash64(staker, strategy, block, log_index, position, kind, amount) as checksum
  from raw_eigenlayer_share final
  where
    network = {network:String}
    and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
    and kind <= 'beacon_factor'
  union all
  select day, cityHash64(staker, block, log_index, operator) as checksum
  from raw_eigenlayer_delegation final
  where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  union all
  select day, cityHash64(operator, strategy, block, log_index, max_magnitude) as checksum
  from raw_eigenlayer_magnitude final
  where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  union all
  select day, cityHash64(staker, strategy, deposit_shares, withdrawable_shares) as checksum
  from raw_eigenlayer_told final
  where network = {network:String} and day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
  union all
  select days.day as day, logs.checksum as checksum
  from (
    select network, block, cityHash64(log_index, kind, withdrawal_root) as checksum
    from raw_eigenlayer_withdrawal final
    where network = {network:String}
    union all
    select network, block, cityHash64(log_index, old_root, new_root) as checksum
    from raw_eigenlayer_migration final
    where network = {network:String}
  ) as logs
  asof inner join (select {network:String} as network, * from days) as days
    on days.network = logs.network and logs.block <= days.last_block
)
where day between toDate({first_day:UInt16}) and toDate({last_day:UInt16})
group by day
