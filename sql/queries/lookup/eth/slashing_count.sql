-- Number of slashings up to a chain day.
select count() as total
from fct_eth_slashing final
where
  network = {network:String}
  and /* include fragments/eth/requested_slashings.sql */
