-- Operators of stakers after a block; zeros: none.
select
  vaEigenlayerAddress(staker) as subject,
  'operator' as item,
  vaEigenlayerAddress(argMax(operator, (block, log_index))) as value,
  (
    select if(count() = 0, null, toString(max(day)))
    from raw_eigenlayer_day final
    where network = {network:String} and last_block = {point:UInt32}
  ) as date
from raw_eigenlayer_delegation final
where
  network = {network:String}
  and block <= {point:UInt32}
  and vaEigenlayerAddress(staker) in {subjects:Array(String)}
group by staker
