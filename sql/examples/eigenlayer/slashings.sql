-- Which operators were slashed, when, and how much is left of their magnitude?
select
  day,
  vaEigenlayerAddress(operator) as operator,
  vaEigenlayerAddress(strategy) as strategy,
  max_magnitude / 1e18 as left_part
from eigenlayer_magnitude
where network = 'mainnet' and max_magnitude < 1000000000000000000
order by day desc, operator asc
