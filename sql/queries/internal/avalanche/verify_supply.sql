-- The supply after a block: that of the nearest other block with one, and the rewards of stakes that started or were aborted in
-- between. A cycle of an auto-renewed validator starts with the block that decides the one before it.
with
  base as (
    select height, supply_navax
    from raw_avalanche_state final
    where network = {network:String} and supply_navax is not null and height != {point:UInt32}
    order by height > {point:UInt32}, abs(toInt64(height) - {point:UInt32})
    limit 1
  ),
  stakes as (
    select
      stake.reward_navax as reward_navax,
      stake.is_committed as is_committed,
      stake.height + (begun.height = 0) as started_height,
      reward.height + 1 as decided_height
    from int_avalanche_stake as stake final
    left join (
      select tx_id, height from raw_avalanche_stake final where network = {network:String}
    ) as begun on begun.tx_id = stake.tx_id and begun.height = stake.height
    asof left join (
      select tx_id, height, network from raw_avalanche_reward final where network = {network:String}
    ) as reward on reward.network = stake.network and reward.tx_id = stake.tx_id and stake.height < reward.height
    where stake.network = {network:String}
  ),
  changes as (
    select started_height as height, toInt64(reward_navax) as navax from stakes
    union all
    select decided_height as height, -toInt64(reward_navax) as navax from stakes where is_committed = 0
  )
select
  '' as subject,
  'supply_navax' as item,
  toString(
    toInt64(base.supply_navax)
    + if(base.height < {point:UInt32}, 1, -1) * (
      select sum(navax)
      from changes
      where
        height > least((select height from base), {point:UInt32})
        and height <= greatest((select height from base), {point:UInt32})
    )
  ) as value
from base
