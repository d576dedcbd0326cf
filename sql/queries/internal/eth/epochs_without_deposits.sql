-- Final epochs whose execution blocks are known, but not their deposits; oldest first, some at a time.
with
  (
    select groupArray((from_block, to_block))
    from raw_eth_deposit_range final
    where network = {network:String} and epoch is null
  ) as ranges
select
  epoch,
  groupArray(assumeNotNull(execution_block_number)) as numbers,
  groupArray(toString(assumeNotNull(execution_block_hash))) as hashes
from raw_eth_block final
where
  network = {network:String}
  and is_final = 1
  and status = 'canonical'
  and execution_block_number is not null
  and epoch not in (
    select assumeNotNull(epoch) from raw_eth_deposit_range where network = {network:String} and epoch is not null
  )
group by epoch
having not arrayExists(read -> read.1 <= arrayMin(numbers) and read.2 >= arrayMax(numbers), ranges)
order by epoch
limit {epochs:UInt32}
