-- Shares of owners of EigenPods at the end of the day that a block ends, deficits below zero.
with
  days as (
    select max(day) as day
    from raw_eigenlayer_day final
    where network = {network:String} and last_block = {point:UInt32}
  )
select
  vaEigenlayerAddress(staker) as subject,
  'pod_shares_wei' as item,
  toString(argMax(deposit_shares, day)) as value,
  toString((select day from days)) as date
from fct_eigenlayer_staker_state_daily final
where
  network = {network:String}
  and day <= (select day from days)
  and strategy = vaEigenlayerNative()
  and vaEigenlayerAddress(staker) in {stakers:Array(String)}
group by staker
