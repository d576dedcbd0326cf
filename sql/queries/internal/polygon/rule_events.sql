-- Changes of the rules of rewards.
select
  kind,
  toString(position) as position,
  toString(amount) as amount,
  toString(former) as former,
  toString(epoch) as epoch
from raw_polygon_stake_event final
where network = {network:String} and kind in ('reward_update', 'proposer_bonus', 'reward_params')
order by raw_polygon_stake_event.position
