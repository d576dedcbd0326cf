-- The rules of rewards as the contract had them last.
select
  toString(rule.checkpoint_reward) as checkpoint_reward,
  rule.proposer_bonus_percent as proposer_bonus_percent,
  rule.block_interval as block_interval,
  rule.decrease_percent as decrease_percent,
  rule.intervals_max as intervals_max,
  rule.delta_percent as delta_percent
from raw_polygon_rule as rule final
where rule.network = {network:String}
