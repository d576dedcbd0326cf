-- Whether all epochs from the first sight of a queued consolidation to an epoch are known, with the consolidations
-- executed in them.
with
  (
    select min(first_epoch)
    from (
      /* include fragments/eth/queued_consolidations.sql */
    )
  ) as oldest_epoch,
  -- Without a queue, the epoch itself has to be known.
  if(oldest_epoch = 0, {point:UInt32}, oldest_epoch) as from_epoch
select
  toUInt8(countIf(is_consolidation_known = 1 or epoch = from_epoch) = {point:UInt32} - from_epoch + 1) as is_gapless
from raw_eth_epoch final
where network = {network:String} and epoch >= from_epoch and epoch <= {point:UInt32}
