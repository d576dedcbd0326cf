-- Which facts of the changes of balances between the states of an epoch and of the next one are known.
-- queue_epoch: the last epoch up to this one whose queue of deposits was read, null without one.
-- queue_epoch_count: epochs from it to the next epoch that the warehouse has.
with
  (
    select maxOrNull(epoch)
    from raw_eth_epoch final
    where network = {network:String} and epoch <= {point:UInt32} and pending_deposit_rows is not null
  ) as last_queue,
  (
    select uniqExact(epoch)
    from int_eth_epoch final
    where network = {network:String} and epoch + 1 >= {point:UInt32} and epoch <= {point:UInt32} + 1
  ) as computed
select
  toUInt32(assumeNotNull(computed)) as computed_count,
  toUInt8(countIf(epoch = {point:UInt32} + 1 and is_consolidation_known = 1) > 0) as is_consolidation_known,
  toUInt8(countIf(epoch >= {point:UInt32} and pending_deposit_rows is not null) = 2) as are_queues_known,
  last_queue as queue_epoch,
  toUInt32(count()) as queue_epoch_count
from raw_eth_epoch final
where
  network = {network:String}
  and epoch <= {point:UInt32} + 1
  and epoch >= if(last_queue is null, {point:UInt32}, assumeNotNull(last_queue))
