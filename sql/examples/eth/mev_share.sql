-- How much of proposers' execution rewards is MEV, and how much of it comes through relays?
-- By day of 7,200 slots. Blocks without data of an execution node or of a relay are left out and counted.
with
  execution_rewards_wei is not null and external_rewards_wei is not null as is_known,
  -- allow unknown-as-zero: unknown_blocks counts what is_known leaves out
  sumIf(toFloat64(execution_rewards_wei), is_known) as rewards_wei
select
  intDiv(slot, 7200) as chain_day,
  count() as blocks,
  countIf(not is_known) as unknown_blocks,
  -- allow unknown-as-zero: unknown_blocks counts what is_known leaves out
  round(vaRatio(sumIf(toFloat64(baseline_mev_wei), is_known), rewards_wei), 4) as mev_share,
  -- allow unknown-as-zero: unknown_blocks counts what is_known leaves out
  round(vaRatio(sumIf(toFloat64(external_rewards_wei), is_known), rewards_wei), 4) as relayed_share
from eth_block
where network = 'mainnet' and status = 'proposed'
group by chain_day
order by chain_day desc
limit 30
