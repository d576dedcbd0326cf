-- Balances of validators with an unexplained change on the last seven UTC days. Replaced rows are only considered where
-- a row looks wrong: reading every row final takes minutes.
select 'balance' as check, count() as differing
from fct_eth_validator_reconciliation_daily final
where
  network = {network:String}
  and day_type = 'utc'
  and residual_gwei != 0
  and (validator_index, day) in (
    select validator_index, day
    from fct_eth_validator_reconciliation_daily
    where
      network = {network:String}
      and day_type = 'utc'
      and residual_gwei != 0
      and day + 7 > (select max(day) from int_eth_day where network = {network:String} and day_type = 'utc')
  )
