-- Operators' earnings in the snapshots of a window, in ETH at the prices of the day from which the root can be claimed:
-- null if a part of it has no price. The window ends with the newest snapshot of a root that can be claimed, because
-- later ones have no price yet. `covering` is covering_roots.sql.
(
  select maxOrNull(last_snapshot)
  from covering
  where is_active
) as newest_snapshot,
earned as (
  select
    earned.earner as earner,
    sum(vaEigenlayerWorth(earned.amount, tokens.decimals, prices.eth_price)) as known_eth,
    if(countIf(tokens.decimals is null or prices.eth_price is null) = 0, known_eth, null) as eth
  from (
    select earner, token, snapshot, root_index, cumulative - before as amount
    from raw_eigenlayer_reward final
    where
      network = {network:String}
      and earner in (select operator from raw_eigenlayer_operator where network = {network:String})
      and cumulative > before
      and vaIsInWindow(snapshot, newest_snapshot, {windowDays:Nullable(UInt16)})
  ) as earned
  inner join covering on covering.root_index = earned.root_index
  left join (
    select token, toNullable(decimals) as decimals
    from dim_eigenlayer_token final
    where network = {network:String}
  ) as tokens on tokens.token = earned.token
  left join (
    select token, day, eth_price
    from dim_eigenlayer_price final
    where
      network = {network:String}
      and version = (select max(version) from dim_eigenlayer_price where network = {network:String})
  ) as prices
    on prices.token = earned.token and prices.day = if(covering.is_active, toDate(covering.activated_at), toDate(0))
  where earned.snapshot > covering.earlier_snapshot and earned.snapshot <= covering.last_snapshot
  group by earned.earner
)
