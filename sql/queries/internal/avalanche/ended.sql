-- Stakes that were read when they ended.
select
  height,
  tx_id,
  node_id,
  pubkey,
  type_id,
  weight_navax,
  shares,
  period,
  is_validator,
  start_at,
  end_at,
  first_paid_navax,
  second_paid_navax
from raw_avalanche_ended final
where network = {network:String}
order by height
