-- Roots that are not disabled, with the snapshots that each publishes first: those after the last snapshot of every
-- earlier root.
select
  root_index,
  activated_at,
  activated_at <= assumeNotNull(
    (select max(to_at) from raw_eigenlayer_span where network = {network:String})
  ) as is_active,
  toDate(calculation_end_at) as last_snapshot,
  max(toDate(calculation_end_at)) over (
    order by root_index asc
    rows between unbounded preceding and 1 preceding
  ) as earlier_snapshot
from raw_eigenlayer_root final
where
  network = {network:String}
  and root_index not in (select root_index from raw_eigenlayer_disabled_root where network = {network:String})
