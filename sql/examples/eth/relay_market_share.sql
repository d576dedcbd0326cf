-- Which relays delivered the blocks of the last seven days, and for how much?
-- A block that several relays delivered counts for each of them in equal parts.
select
  arrayJoin(if(empty(relays), ['no_mev_boost'], relays)) as relay,
  round(sum(1 / greatest(length(relays), 1)), 2) as blocks,
  round(vaRatio(blocks, sum(blocks) over ()), 4) as share,
  quantileExact(0.5)(toFloat64(execution_rewards_wei) / 1e18) as median_eth
from eth_block
where
  network = 'mainnet'
  and status = 'proposed'
  and is_relay_known = 1
  and slot > (select max(slot) from eth_block where network = 'mainnet') - 50400
group by relay
order by blocks desc, relay asc
