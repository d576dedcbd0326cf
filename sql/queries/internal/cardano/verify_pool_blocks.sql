-- Blocks of some pools in an epoch with their absolute slots, for the comparison with pool_blocks.
select
  pool as subject,
  format('slot of block {}', toString(block_number)) as item,
  toString(slot) as value,
  if(
    toDate(block_at) in (select day from int_cardano_day final where network = {network:String}),
    toNullable(toString(toDate(block_at))),
    null
  ) as date
from raw_cardano_block final
where network = {network:String} and epoch = {point:UInt32} and pool in {pools:Array(String)}
