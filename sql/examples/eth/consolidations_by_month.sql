-- How much stake was consolidated each month, into how many validators?
select
  toStartOfMonth(toDateTime(network.genesis_time + toUInt64(consolidation.epoch) * seconds_per_epoch, 'UTC')) as month,
  count() as merged_validators,
  uniqExact(consolidation.target_index) as targets,
  sum(consolidation.amount_gwei) / 1e9 as moved_eth
from eth_consolidation as consolidation
inner join (
  select network, genesis_time, toUInt64(slots_per_epoch) * seconds_per_slot as seconds_per_epoch from eth_network
) as network on network.network = consolidation.network
where consolidation.network = 'mainnet'
group by month
order by month desc
