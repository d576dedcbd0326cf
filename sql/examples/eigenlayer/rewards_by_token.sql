-- How much of each token was earned in each month, by how many earners?
-- For roots that were not disabled. Each row is the change since the previous snapshot.
select
  toStartOfMonth(reward.snapshot) as month,
  any(token.symbol) as symbol,
  vaEigenlayerAddress(reward.token) as token_address,
  uniqExact(reward.earner) as earners,
  sum(toFloat64(reward.cumulative - reward.before)) / toFloat64(intExp10(any(token.decimals))) as amount
from eigenlayer_reward as reward
left join eigenlayer_token as token on token.network = reward.network and token.token = reward.token
where
  reward.network = 'mainnet'
  and reward.root_index not in (select root_index from raw_eigenlayer_disabled_root final where network = 'mainnet')
group by month, reward.token
order by month desc, token_address asc
