-- Final epochs with payloads of which execution nodes have not told yet, or not with a list of addresses where one is
-- wanted: the newest before one, some at a time.
select
  epoch,
  /* include fragments/eth/payloads.sql */
from raw_eth_block final
where
  network = {network:String}
  and epoch >= {from:UInt32}
  and epoch < {before:UInt32}
  and is_final = 1
  and status = 'canonical'
  and execution_block_number is not null
  and slot not in (
    select told.slot
    from raw_eth_execution_block as told
    where
      told.network = {network:String}
      and told.epoch >= {from:UInt32}
      and told.epoch < {before:UInt32}
      and (told.sanctioned_count is not null or {is_listed:UInt8} = 0)
  )
group by epoch
order by epoch desc
limit {epochs:UInt32}
