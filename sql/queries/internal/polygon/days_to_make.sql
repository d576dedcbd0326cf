-- UTC days with a checkpoint that are not computed, or from fewer checkpoints or facts than are known now, or from
-- checkpoints that were computed from other facts, or by an older revision.
select toString(sums.day) as day, sums.from_checkpoint as from_checkpoint, sums.to_checkpoint as to_checkpoint,
  sums.checkpoint_count as checkpoint_count, sums.known_count as known_count, sums.is_complete as is_complete,
  toString(sums.facts_checksum) as facts_checksum, toBool(made.version > 0) as is_made
from (
  select
    day,
    min(checkpoint) as from_checkpoint,
    max(checkpoint) as to_checkpoint,
    count() as checkpoint_count,
    sum(version % 16) as known_count,
    sum(cityHash64(checkpoint, facts_checksum)) as facts_checksum,
    toBool(
      -- The checkpoint before the first belongs to an earlier day, and the one after the last to a later day: both are
      -- stored.
      countIf(not has_before) = 0 and countIf(not has_next) = 0
    ) as is_complete
  from (
    select
      checkpoint,
      day,
      version,
      announced.facts_checksum as facts_checksum,
      checkpoint = 1 or lagInFrame(checkpoint, 1, 0) over numbers = checkpoint - 1 as has_before,
      leadInFrame(checkpoint, 1, 0) over numbers = checkpoint + 1 as has_next
    from fct_polygon_checkpoint as own final
    left join (
      select checkpoint, facts_checksum from int_polygon_checkpoint final where network = {network:String}
    ) as announced using (checkpoint)
    where network = {network:String}
    window numbers as (order by checkpoint asc rows between unbounded preceding and unbounded following)
  )
  group by day
) as sums
left join (select * from int_polygon_day final where network = {network:String}) as made on made.day = sums.day
where
  made.version < {version_base:UInt64}
  or sums.checkpoint_count != made.checkpoint_count
  or sums.known_count != made.known_count
  or sums.is_complete != made.is_complete
  or sums.facts_checksum != made.facts_checksum
order by sums.day
