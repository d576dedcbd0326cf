-- The nearest other block with a supply, earlier ones first, how many blocks are missing between it and the point, and
-- for how
-- many stakes that started there no reward is computed.
with
  base as (
    select height
    from raw_avalanche_state final
    where network = {network:String} and supply_navax is not null and height != {point:UInt32}
    order by height > {point:UInt32}, abs(toInt64(height) - {point:UInt32})
    limit 1
  ),
  between as (
    select least(height, {point:UInt32}) as lowest, greatest(height, {point:UInt32}) as highest from base
  )
select
  base.height as base_height,
  toString((select highest - lowest from between) - (
    select count()
    from raw_avalanche_block final
    where
      network = {network:String}
      and height > (select lowest from between)
      and height <= (select highest from between)
  )) as missing_count,
  toString((
    select count()
    from int_avalanche_stake final
    where
      network = {network:String}
      and computed_reward_navax is null
      and height > (select lowest from between)
      and height <= (select highest from between)
  )) as unknown_count
from base
