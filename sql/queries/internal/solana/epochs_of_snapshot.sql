-- Epochs for which the snapshot of an epoch is one of the two nearest, once it is announced, or whose reconciliation
-- reads it.
with
  snapshots as (select epoch from raw_solana_stake_snapshot final where network = {network:String})
select toUInt32(known.epoch) as epoch, 'payout' as unit
from (
  select arrayJoin([epoch, greatest(epoch, 1) - 1]) as epoch
  from raw_solana_epoch final
  where network = {network:String} and {epoch:UInt32} in (select epoch from snapshots)
) as known
cross join snapshots
group by known.epoch
having countIf(abs(toInt64(snapshots.epoch) - known.epoch) < abs(toInt64({epoch:UInt32}) - known.epoch)) < 2
union all
select arrayJoin([
  {epoch:UInt32},
  (select min(epoch) from snapshots where epoch > {epoch:UInt32})
]) as epoch, 'reconciliation' as unit
where {epoch:UInt32} in (select epoch from snapshots)
