-- Sums of days or weeks: each day is valued at its own price, and all prices must be known. For a week, root, price and
-- operator are those of its last day with a reward.
if({granularity:String} = 'week', toMonday(reward.snapshot), reward.snapshot) as date,
reward.account as account,
reward.token as token,
sum(reward.amount) as amount,
max(reward.snapshot) as snapshot,
argMax(reward.root_index, reward.snapshot) as root_index,
argMax(reward.activated_at, reward.snapshot) as activated_at,
min(reward.is_active) as is_active,
argMax(tuple(price.eth_price), reward.snapshot).1 as eth_price,
argMax(tuple(price.usd_price), reward.snapshot).1 as usd_price,
sum(vaEigenlayerWorth(reward.amount, unit.decimals, price.eth_price)) as known_eth,
sum(vaEigenlayerWorth(reward.amount, unit.decimals, price.usd_price)) as known_usd,
if(countIf(unit.decimals is null or price.eth_price is null) = 0, known_eth, null) as eth_amount,
if(countIf(unit.decimals is null or price.usd_price is null) = 0, known_usd, null) as usd_amount,
argMax(delegation.operator, reward.snapshot) as operator
