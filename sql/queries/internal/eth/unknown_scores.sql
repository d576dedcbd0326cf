-- Whether scores of an epoch may lack the remainder of a leak before the history: the computed epochs up to it begin in
-- a leak since Altair, no node returned the scores, and there was not enough time for them to fall to zero. Without a
-- timely target, a score rises by the bias for each epoch of delayed finality, and falls by the recovery rate outside
-- of a leak.
with
  history as (
    select epoch, is_leak, finality_delay
    from int_eth_epoch final
    where network = {network:String} and epoch <= {epoch:UInt32}
  ),
  (
    select max(epoch)
    from history
    where epoch = 0 or epoch - 1 not in (select epoch from history)
  ) as first_epoch,
  (
    select (max(finality_delay), countIf(not is_leak))
    from history
    where epoch >= first_epoch and epoch < {epoch:UInt32}
  ) as since
select
  epoch >= {altair_epoch:UInt32}
    and inactivity_score_rows is null
    and toInt64(epoch) - 1 - finalized_epoch_after > {leak_after:UInt32}
    and since.2 * ({score_recovery:UInt32} - {score_bias:UInt32})
      < {score_bias:UInt32} * greatest(since.1, epoch - 1 - finalized_epoch_after) as is_unknown
from raw_eth_epoch final
where network = {network:String} and epoch = first_epoch
