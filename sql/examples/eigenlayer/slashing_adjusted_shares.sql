-- How much of their deposits can the stakers of each operator withdraw?
-- Deposit shares don't shrink when an operator is slashed; withdrawable shares do.
select
  vaEigenlayerAddress(last_operator) as operator,
  vaEigenlayerAddress(newest.strategy) as strategy,
  count() as stakers,
  sum(toFloat64(last_deposit_shares)) / 1e18 as deposited,
  sum(toFloat64(last_total_shares)) / 1e18 as withdrawable,
  round(1 - vaRatio(withdrawable, deposited), 6) as slashed_part
from (
  select
    staker,
    strategy,
    argMax(state.operator, day) as last_operator,
    argMax(state.deposit_shares, day) as last_deposit_shares,
    argMax(state.total_shares, day) as last_total_shares
  from eigenlayer_staker_state_daily as state
  where network = 'mainnet'
  group by staker, strategy
) as newest
where last_operator != toFixedString('', 20) and last_total_shares > 0
group by last_operator, newest.strategy
order by withdrawable desc, operator asc
