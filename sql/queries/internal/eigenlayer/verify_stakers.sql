-- A sample of stakers with logs up to a block, spread by hash, and all strategies of which these name them.
select
  vaEigenlayerAddress(share.staker) as staker,
  arraySort(groupUniqArray(vaEigenlayerAddress(share.strategy))) as strategies
from raw_eigenlayer_share as share
where
  share.network = {network:String}
  and share.block <= {point:UInt32}
  and share.kind <= 'beacon_factor'
  and share.staker in (
    select distinct staker
    from raw_eigenlayer_share
    where network = {network:String} and block <= {point:UInt32} and kind <= 'beacon_factor'
    order by sipHash64(staker, {point:UInt32})
    limit {size:UInt32}
  )
group by share.staker
