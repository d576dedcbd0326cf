-- Checkpoints whose rewards can be made and are not, or of less than is known now.
select checkpoint, position, checkpoint_at, known
from (
  select
    told.checkpoint as checkpoint,
    toString(told.position) as position,
    toUnixTimestamp(told.checkpoint_at) as checkpoint_at,
    toUInt64(told.checkpoint - 1 = lagInFrame(told.checkpoint, 1, 0) over (order by told.checkpoint asc))
    + 2 * (told.heimdall_proposer is not null)
    + 4 * (
      told.checkpoint in (select checkpoint from raw_polygon_bor where network = {network:String})
    ) as known,
    made.version as version
  from raw_polygon_checkpoint as told final
  left join (
    select checkpoint, version from fct_polygon_checkpoint final where network = {network:String}
  ) as made on made.checkpoint = told.checkpoint
  where told.network = {network:String} and told.block_number <= {covered_to:Int64}
)
where version < {version_base:UInt64} + known
order by checkpoint
