-- Voting power of the active set by the state of a UTC day, and its size, for the comparison with CometBFT.
select
  consensus_address as subject,
  'voting_power' as item,
  toString(intDiv(toUInt256(stake), {power_reduction:UInt64})) as value,
  toString(toDate(toUInt16({point:UInt32}))) as date
from raw_cosmos_validator final
where
  network = {network:String}
  and is_bonded = 1
  and is_jailed = 0
  and height = (
    select state_height
    from int_cosmos_day final
    where network = {network:String} and day = toDate(toUInt16({point:UInt32}))
  )
union all
select
  '' as subject,
  'bonded_validator_count' as item,
  toString(assumeNotNull(bonded_validator_count)) as value,
  toString(day) as date
from fct_cosmos_network_reward_daily final
where
  network = {network:String}
  and day = toDate(toUInt16({point:UInt32}))
  and bonded_validator_count is not null
