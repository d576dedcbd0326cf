-- Final epochs with known execution blocks but unknown deposits: the newest before one, some at a time.
with
  (
    select groupArray((from_block, to_block))
    from raw_eth_deposit_range final
    where network = {network:String} and epoch is null
  ) as ranges
select
  epoch,
  /* include fragments/eth/payloads.sql */
from raw_eth_block final
where
  network = {network:String}
  and epoch < {before:UInt32}
  and is_final = 1
  and status = 'canonical'
  and execution_block_number is not null
  and epoch not in (
    select assumeNotNull(epoch) from raw_eth_deposit_range where network = {network:String} and epoch is not null
  )
group by epoch
having not arrayExists(
  read -> read.1 <= arrayMin(payload -> payload.2, payloads) and read.2 >= arrayMax(payload -> payload.2, payloads),
  ranges
)
order by epoch desc
limit {epochs:UInt32}
