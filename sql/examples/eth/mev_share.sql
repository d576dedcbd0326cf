-- How much of what proposers get of their blocks is MEV, and how much of it comes through relays?
-- By day of 7,200 slots. Blocks of which no execution node or no relay told are left out and counted.
select
  intDiv(slot, 7200) as chain_day,
  count() as blocks,
  countIf(execution_rewards_wei is null or external_rewards_wei is null) as unknown_blocks,
  round(vaRatio(sum(toFloat64(baseline_mev_wei)), sum(toFloat64(execution_rewards_wei))), 4) as mev_share,
  round(vaRatio(sum(toFloat64(external_rewards_wei)), sum(toFloat64(execution_rewards_wei))), 4) as relayed_share
from eth_block
where network = 'mainnet' and status = 'proposed'
group by chain_day
order by chain_day desc
limit 30
