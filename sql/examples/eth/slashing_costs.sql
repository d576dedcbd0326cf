-- What has each slashing cost so far?
-- The initial penalty, the correlation penalty (applied halfway to withdrawable; null until then), and the proposer
-- rewarded for the evidence.
select
  slashing.validator_index as validator_index,
  slashing.slot as slot,
  slashing.kind as kind,
  slashing.penalty_gwei / 1e9 as initial_eth,
  correlation.penalty_gwei / 1e9 as correlation_eth,
  slashing.proposer_index as reported_by,
  slashing.reward_gwei / 1e9 as reward_eth
from eth_slashing as slashing
left join (
  select validator_index, toNullable(max(penalty_gwei)) as penalty_gwei
  from eth_slashing_correlation
  where network = 'mainnet'
  group by validator_index
) as correlation on correlation.validator_index = slashing.validator_index
where slashing.network = 'mainnet'
order by slot desc, validator_index asc
