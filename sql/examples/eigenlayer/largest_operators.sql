-- Which operators have the most shares of each strategy now?
-- A row holds until the next one of its key, so the newest row of each key is the current state.
select strategy, operator, shares
from (
  select
    vaEigenlayerAddress(state.strategy) as strategy,
    vaEigenlayerAddress(state.operator) as operator,
    argMax(total_shares, day) as shares
  from eigenlayer_operator_state_daily as state
  where network = 'mainnet' and state.operator != toFixedString('', 20)
  group by strategy, operator
)
where shares > 0
order by strategy asc, shares desc, operator asc
limit 5 by strategy
