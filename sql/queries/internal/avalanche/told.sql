-- Stakes as nodes told them after blocks of a run: of each stake or cycle the first time.
select
  tx_id,
  end_at,
  min(told.height) as height,
  argMin(told.node_id, told.height) as node_id,
  argMin(tuple(told.pubkey), told.height).1 as pubkey,
  argMin(told.weight_navax, told.height) as weight_navax,
  argMin(told.shares, told.height) as shares,
  argMin(told.period, told.height) as period,
  argMin(told.restake_shares, told.height) as restake_shares,
  argMin(told.is_validator, told.height) as is_validator,
  argMin(told.start_at, told.height) as start_at,
  argMin(told.potential_reward_navax, told.height) as potential_reward_navax,
  argMin(told.accrued_fee_navax, told.height) as accrued_fee_navax
from raw_avalanche_told as told final
where told.network = {network:String} and told.height between {from:UInt32} and {to:UInt32}
group by tx_id, end_at
order by height, tx_id
