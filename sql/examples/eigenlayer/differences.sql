-- Where do contracts report other shares than the sum of their logs?
select
  day,
  vaEigenlayerAddress(staker) as staker,
  vaEigenlayerAddress(strategy) as strategy,
  told_total_shares - total_shares as difference
from eigenlayer_difference
where network = 'mainnet'
order by day desc, staker asc
