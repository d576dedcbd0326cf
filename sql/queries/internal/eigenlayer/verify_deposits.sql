-- Deposit shares of stakers at the end of the day that a block ends, except those of pods, and their numbers of
-- strategies.
with
  days as (
    select max(day) as day
    from raw_eigenlayer_day final
    where network = {network:String} and last_block = {point:UInt32}
  ),
  shares as (
    select staker, strategy, argMax(deposit_shares, day) as deposit_shares
    from fct_eigenlayer_staker_state_daily final
    where
      network = {network:String}
      and day <= (select day from days)
      and strategy != vaEigenlayerNative()
      and vaEigenlayerAddress(staker) in {stakers:Array(String)}
    group by staker, strategy
    having deposit_shares != 0
  )
select
  vaEigenlayerAddress(staker) as subject,
  concat('deposit_shares/', vaEigenlayerAddress(strategy)) as item,
  toString(deposit_shares) as value,
  toString((select day from days)) as date
from shares
union all
select
  requested.staker as subject,
  'strategy_count' as item,
  toString(countIf(shares.deposit_shares != 0)) as value,
  toString((select day from days)) as date
from (select arrayJoin({stakers:Array(String)}) as staker) as requested
left join shares on vaEigenlayerAddress(shares.staker) = requested.staker
group by requested.staker
