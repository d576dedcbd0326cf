-- Stakes started by blocks, with the time of the block, and the first block at or after the start given in the
-- transaction. A proposed stake counts if the next block committed it.
with
  pending as (
    select start_at
    from raw_avalanche_stake
    where
      network = {network:String}
      and (
        type_id in (12, 14)
        or height < (
          select ifNull(minOrNull(height), 4294967295)
          from raw_avalanche_block
          where network = {network:String} and toUnixTimestamp(block_at) >= {durango:UInt32}
        )
      )
  )
select
  stake.height as height,
  stake.position as position,
  stake.type_id as type_id,
  stake.tx_id as tx_id,
  stake.node_id as node_id,
  stake.pubkey as pubkey,
  stake.weight_navax as weight_navax,
  stake.shares as shares,
  stake.period as period,
  stake.restake_shares as restake_shares,
  stake.is_validator as is_validator,
  stake.start_at as start_at,
  stake.end_at as end_at,
  toUInt64(toUnixTimestamp(block.block_at)) as block_at,
  started.height as start_height
from raw_avalanche_stake as stake final
inner join (
  select height, kind, block_at
  from raw_avalanche_block final
  where
    network = {network:String}
    and height in (select height + is_proposed from raw_avalanche_stake where network = {network:String})
) as block on block.height = stake.height + stake.is_proposed
asof left join (
  select network, toUInt64(toUnixTimestamp(block_at)) as seconds, min(height) as height
  from raw_avalanche_block final
  where
    network = {network:String}
    -- Since Durango, the start given in a transaction does not count.
    and seconds >= (select min(start_at) from pending)
    and seconds <= 86400 + (select max(start_at) from pending)
  group by network, seconds
) as started on started.network = stake.network and stake.start_at <= started.seconds
where stake.network = {network:String} and (stake.is_proposed = 0 or block.kind = 'commit')
order by height, position
