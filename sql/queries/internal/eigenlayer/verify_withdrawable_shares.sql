-- Withdrawable shares of stakers in strategies at the end of the day that a block ends; 0 without a state. Contracts
-- report
-- deficits as 0.
with
  days as (
    select max(day) as day
    from raw_eigenlayer_day final
    where network = {network:String} and last_block = {point:UInt32}
  ),
  shares as (
    select
      vaEigenlayerAddress(staker) as subject,
      concat('withdrawable_shares/', vaEigenlayerAddress(strategy)) as item,
      greatest(argMax(total_shares, day), toInt256(0)) as total_shares
    from fct_eigenlayer_staker_state_daily final
    where network = {network:String} and day <= (select day from days)
    group by staker, strategy
  )
select
  requested.pair.1 as subject,
  requested.pair.2 as item,
  toString(shares.total_shares) as value,
  toString((select day from days)) as date
from (
  select arrayJoin(arrayZip({stakers:Array(String)}, {items:Array(String)})) as pair
) as requested
left join shares on shares.subject = requested.pair.1 and shares.item = requested.pair.2
