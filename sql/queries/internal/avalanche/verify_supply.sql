-- The supply after a block: that of the nearest other block with one, and the rewards of stakes that started or were
-- aborted in
-- between. A cycle of an auto-renewed validator starts with the block that decides the one before it; before Durango,
-- stakes
-- started later than their transactions.
with
  base as (
    select height, supply_navax
    from raw_avalanche_state final
    where network = {network:String} and supply_navax is not null and height != {point:UInt32}
    order by height > {point:UInt32}, abs(toInt64(height) - {point:UInt32})
    limit 1
  ),
  ends as (
    select
      min(height) as lowest,
      max(height) as highest,
      toUInt64(toUnixTimestamp(min(block_at))) as lowest_at,
      toUInt64(toUnixTimestamp(max(block_at))) as highest_at
    from raw_avalanche_block final
    where network = {network:String} and height in (select height from base union all select {point:UInt32})
  ),
  stakes as (
    select
      toInt64(assumeNotNull(stake.reward_navax)) as reward_navax,
      -- allow unknown-as-zero: a stake that has not ended is not aborted
      ifNull(stake.is_committed = 0, false) as is_aborted,
      stake.height + (begun.height = 0) as started_height,
      stake.start_at as start_at,
      -- allow unknown-as-zero: a stake without a start began with its transaction
      ifNull(stake.start_at > toUnixTimestamp(block.block_at), false) as is_later,
      reward.height + 1 as decided_height
    from int_avalanche_stake as stake final
    left join (
      select tx_id, height from raw_avalanche_stake final where network = {network:String}
    ) as begun on begun.tx_id = stake.tx_id and begun.height = stake.height
    left join (
      select height, block_at from raw_avalanche_block final where network = {network:String}
    ) as block on block.height = stake.height
    asof left join (
      select tx_id, height, network from raw_avalanche_reward final where network = {network:String}
    ) as reward on reward.network = stake.network and reward.tx_id = stake.tx_id and stake.height < reward.height
    -- Without a reward there is no comparison: verify_supply_base.sql.
    where stake.network = {network:String} and stake.reward_navax is not null
  ),
  (
    select
      sumIf(
        reward_navax,
        if(
          is_later,
          ifNull(start_at > ends.lowest_at and start_at <= ends.highest_at, false),
          started_height > ends.lowest and started_height <= ends.highest
        )
      ) - sumIf(
        reward_navax,
        is_aborted and decided_height > ends.lowest and decided_height <= ends.highest
      )
    from stakes
    cross join ends
  ) as change
select
  '' as subject,
  'supply_navax' as item,
  toString(toInt64(supply_navax) + if(height < {point:UInt32}, change, -change)) as value
from base
