-- Checkpoints whose rewards can be computed and are not, or are computed from fewer facts than are known now, or from
-- other facts: their own, and all earlier events of stakes and rules.
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
    ingested.checkpoint as checkpoint,
    toString(ingested.position) as position,
    toUnixTimestamp(ingested.checkpoint_at) as checkpoint_at,
    ingested.has_before + 2 * (ingested.heimdall_proposer is not null) + 4 * bor.is_there + 8 * turn.is_there as known,
    ingested.checksum + events.checksum + bor.checksum + turn.checksum as checksum,
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
          -- If no node had the epoch, it is derived from the last reading of the contract.
          coalesce(toInt64(epoch), (select epoch_offset from rule)),
          (select block_interval from rule),
          lagInFrame(end_block, 1, 0) over numbers
        )
      ) as checksum
    from raw_polygon_checkpoint final
    where network = {network:String}
    window numbers as (order by checkpoint asc)
  ) as ingested
  left join bor on bor.checkpoint = ingested.checkpoint
  left join turn on turn.checkpoint = ingested.checkpoint
  asof left join events on events.network = ingested.network and ingested.position > events.position
  left join (
    select checkpoint, version from fct_polygon_checkpoint final where network = {network:String}
  ) as made on made.checkpoint = ingested.checkpoint
  left join (
    select checkpoint, facts_checksum from int_polygon_checkpoint final where network = {network:String}
  ) as announced on announced.checkpoint = ingested.checkpoint
  where ingested.block_number <= {covered_to:Int64}
)
where version < {version_base:UInt64} + known or made_checksum != checksum
order by checkpoint
