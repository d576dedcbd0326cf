-- How complete are the records of each network?
-- The last complete day of each, most delayed networks first. On Ethereum it is that of entities, which are computed
-- last.
select chain, network, last_complete_day, dateDiff('day', last_complete_day, today()) as days_ago
from (
  select 'eth' as chain, network, max(date) as last_complete_day
  from eth_entity_performance_daily
  where day_type = 'utc' and id_type = 'network' and is_complete = 1
  group by network
  union all
  select any(known.chain) as chain, done.network as network, max(done.day) as last_complete_day
  from cosmos_day as done
  inner join cosmos_network as known using (network)
  where done.is_complete = 1
  group by done.network
  union all
  select 'solana', network, max(day) from solana_network_performance_daily where is_complete = 1 group by network
  union all
  select 'polkadot', network, max(day) from polkadot_network_reward_daily where is_complete = 1 group by network
  union all
  select 'cardano', network, max(day) from cardano_network_reward_daily where is_complete = 1 group by network
  union all
  select 'avalanche', network, max(day) from avalanche_network_reward_daily where is_complete = 1 group by network
  union all
  select 'eigenlayer', network, max(day) from int_eigenlayer_day final group by network
  union all
  select 'polygon', network, max(day) from polygon_validator_daily where is_complete = 1 group by network
)
order by last_complete_day asc, chain asc, network asc
