-- Stakers' states on the days on which they changed, in the form of the contracts, which have no deficits.
select
  staker,
  strategy,
  day,
  greatest(deposit_shares, toInt256(0)) as deposit_shares,
  greatest(total_shares, toInt256(0)) as total_shares
from fct_eigenlayer_staker_state_daily final
where network = {network:String}
