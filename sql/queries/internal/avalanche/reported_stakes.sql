-- Stakes as nodes reported them after blocks of a run: the first report of each stake or cycle.
select
  tx_id,
  end_at,
  min(reported.height) as height,
  argMin(reported.node_id, reported.height) as node_id,
  argMin(tuple(reported.pubkey), reported.height).1 as pubkey,
  argMin(reported.weight_navax, reported.height) as weight_navax,
  argMin(reported.shares, reported.height) as shares,
  argMin(reported.period, reported.height) as period,
  argMin(reported.restake_shares, reported.height) as restake_shares,
  argMin(reported.is_validator, reported.height) as is_validator,
  argMin(reported.start_at, reported.height) as start_at,
  argMin(reported.potential_reward_navax, reported.height) as potential_reward_navax,
  argMin(reported.accrued_fee_navax, reported.height) as accrued_fee_navax
from raw_avalanche_told as reported final
where reported.network = {network:String} and reported.height between {from:UInt32} and {to:UInt32}
group by tx_id, end_at
order by height, tx_id
