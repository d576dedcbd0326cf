-- Stakes as written, in the order of the fields that the transform compares.
select
  tx_id,
  end_at,
  node_id,
  height,
  pubkey,
  weight_navax,
  is_validator,
  start_at,
  reward_navax,
  computed_reward_navax,
  own_navax,
  fee_navax,
  paid_own_navax,
  paid_fee_navax,
  is_committed,
  paid_on,
  version
from int_avalanche_stake final
where network = {network:String}
