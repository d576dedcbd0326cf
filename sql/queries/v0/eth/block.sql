-- One slot.
select
  /* include fragments/eth/block_fields.sql */
from fct_eth_block as blocks final
where blocks.network = {network:String} and blocks.slot = {slot:UInt32}
/* include fragments/keyed_read.sql */
