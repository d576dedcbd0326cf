-- Sums of days or weeks; of a week all else is that of its last day with a reward.
if({granularity:String} = 'week', toMonday(reward.snapshot), reward.snapshot) as date,
reward.account as account,
reward.token as token,
sum(reward.amount) as amount,
max(reward.snapshot) as snapshot,
argMax(reward.root_index, reward.snapshot) as root_index,
argMax(reward.activated_at, reward.snapshot) as activated_at,
argMax(reward.is_active, reward.snapshot) as is_active,
argMax(tuple(price.eth_price), reward.snapshot).1 as eth_price,
argMax(tuple(price.usd_price), reward.snapshot).1 as usd_price,
argMax(delegation.operator, reward.snapshot) as operator
