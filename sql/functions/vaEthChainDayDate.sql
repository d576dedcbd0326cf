-- The date of a chain day on Ethereum: the UTC date on which its last slot starts.
-- genesis_time: seconds since 1970, as in dim_eth_network. seconds_per_slot: length of a slot in seconds.
-- slots_per_day: slots of a chain day. day: number of the day. Returns a Date.
-- Example: vaEthChainDayDate(1606824023, 12, 7200, 0) = toDate('2020-12-02')
create or replace function vaEthChainDayDate as (genesis_time, seconds_per_slot, slots_per_day, day) ->
  toDate(
    toDateTime(genesis_time + ((toUInt64(day) + 1) * slots_per_day - 1) * seconds_per_slot, 'UTC'),
    'UTC'
  )
