-- Prices on the day from which the root can be claimed, from the newest edition of the file, and the token's unit.
left join (
  select token, day, eth_price, usd_price
  from dim_eigenlayer_price final
  where
    network = {network:String}
    and version = (select max(version) from dim_eigenlayer_price where network = {network:String})
) as price on price.token = reward.token and price.day = if(reward.is_active, reward.activated_on, toDate(0))
left join (
  select token, decimals
  from dim_eigenlayer_token final
  where network = {network:String}
) as unit on unit.token = reward.token
