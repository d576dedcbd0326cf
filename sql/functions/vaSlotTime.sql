-- The start time of an Ethereum slot, as text in UTC.
-- genesis_time: seconds since 1970, as in dim_eth_network. seconds_per_slot: length of a slot in seconds.
-- slot: number of the slot. Returns a String such as 2020-12-01T12:00:23Z.
-- Example: vaSlotTime(1606824023, 12, 1) = '2020-12-01T12:00:35Z'
create or replace function vaSlotTime as (genesis_time, seconds_per_slot, slot) ->
  formatDateTime(toDateTime(genesis_time + slot * seconds_per_slot, 'UTC'), '%Y-%m-%dT%H:%i:%SZ')
