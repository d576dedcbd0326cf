-- Checkpoints whose rewards can be made and are not, or of less than is known now, or of other facts: their own, and
-- all events of stakes and rules before them.
with
  events as (
    select {network:String} as network, position, sum(sum(checksum)) over (order by position asc) as checksum
    from (
      select position, cityHash64(validator, kind, account, amount, former, epoch) as checksum
      from raw_polygon_stake_event final
      where network = {network:String}
      union all
      select position, cityHash64(account, kind, validator, amount) as checksum
      from raw_polygon_share_event final
      where network = {network:String}
    )
    group by position
  ),
  bor as (
    select checkpoint, sum(cityHash64(signer, duty_count, made_count)) as checksum, 1 as is_there
    from raw_polygon_bor final
    where network = {network:String}
    group by checkpoint
  ),
  turn as (
    select
      checkpoint,
      cityHash64(passed_heights, passed_validators, waiting_proposers) as checksum,
      1 as is_there
    from raw_polygon_turn final
    where network = {network:String}
  ),
  rule as (
    select any(block_interval) as block_interval, any(epoch_offset) as epoch_offset
    from raw_polygon_rule final
    where network = {network:String}
  )
select checkpoint, position, checkpoint_at, known, toString(checksum) as facts_checksum, is_made
from (
  select
    told.checkpoint as checkpoint,
    toString(told.position) as position,
    toUnixTimestamp(told.checkpoint_at) as checkpoint_at,
    told.has_before + 2 * (told.heimdall_proposer is not null) + 4 * bor.is_there + 8 * turn.is_there as known,
    told.checksum + events.checksum + bor.checksum + turn.checksum as checksum,
    made.version as version,
    toBool(made.version > 0) as is_made,
    announced.facts_checksum as made_checksum
  from (
    select
      network,
      checkpoint,
      position,
      checkpoint_at,
      heimdall_proposer,
      block_number,
      toUInt64(checkpoint - 1 = lagInFrame(checkpoint, 1, 0) over numbers) as has_before,
      cityHash64(
        tuple(
          proposer,
          heimdall_proposer,
          signers,
          position,
          start_block,
          end_block,
          reward,
          checkpoint_at,
          -- Where no node had the epoch, it follows from when the contract was read last.
          coalesce(toInt64(epoch), (select epoch_offset from rule)),
          (select block_interval from rule),
          lagInFrame(end_block, 1, 0) over numbers
        )
      ) as checksum
    from raw_polygon_checkpoint final
    where network = {network:String}
    window numbers as (order by checkpoint asc)
  ) as told
  left join bor on bor.checkpoint = told.checkpoint
  left join turn on turn.checkpoint = told.checkpoint
  asof left join events on events.network = told.network and told.position > events.position
  left join (
    select checkpoint, version from fct_polygon_checkpoint final where network = {network:String}
  ) as made on made.checkpoint = told.checkpoint
  left join (
    select checkpoint, facts_checksum from int_polygon_checkpoint final where network = {network:String}
  ) as announced on announced.checkpoint = told.checkpoint
  where told.block_number <= {covered_to:Int64}
)
where version < {version_base:UInt64} + known or made_checksum != checksum
order by checkpoint
