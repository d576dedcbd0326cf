-- Slots with a duty, newest first.
select
  /* include fragments/eth/block_fields.sql */
from fct_eth_block as blocks final
where blocks.network = {network:String} and blocks.slot <= {from:UInt64}
order by blocks.slot desc
limit {size:UInt64}
/* include fragments/keyed_read.sql */
