-- How recent rewards and states are. Disabled roots don't count; one that can't be claimed yet does.
select
  if(newest.roots = 0, null, toDate(newest.calculation_end_at)) as rewardsLastFullDay,
  if(
    newest.roots = 0,
    null,
    toInt64(toUnixTimestamp(newest.calculation_end_at)) * 1000
  ) as rewardsLastSnapshotTimestamp,
  if(newest.roots = 0, null, newest.root_index) as rewardsDistributionRootIndex,
  if(made.days = 0, null, made.day) as stateLastFullDay
from (
  select
    count() as roots,
    max(root.root_index) as root_index,
    argMax(root.calculation_end_at, root.root_index) as calculation_end_at
  from raw_eigenlayer_root as root final
  where
    root.network = {network:String}
    and root.root_index not in (
      select root_index from raw_eigenlayer_disabled_root where network = {network:String}
    )
) as newest
cross join (
  select count() as days, max(day) as day
  from int_eigenlayer_day
  where network = {network:String}
) as made
limit {limit:UInt64} offset {offset:UInt64}
settings exact_rows_before_limit = 1
