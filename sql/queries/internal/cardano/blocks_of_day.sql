-- First and last block of a UTC day, and the number of stored blocks of its epochs.
select
  count() as here,
  countIf(toDate(block.block_at) = {day:Date}) as blocks,
  minIf(block.block_number, toDate(block.block_at) = {day:Date}) as from_block,
  maxIf(block.block_number, toDate(block.block_at) = {day:Date}) as to_block,
  minIf(block.slot, toDate(block.block_at) = {day:Date}) as from_slot,
  maxIf(block.slot, toDate(block.block_at) = {day:Date}) as to_slot
from raw_cardano_block as block final
where block.network = {network:String} and block.epoch between {first_epoch:UInt32} and {epoch:UInt32}
