-- A sample of the validators whose vote of an epoch was included in the same epoch with a timely source or target.
-- point: the epoch. size: their number.
select duties.validator_index as validator_index
from (
  select validator_index, inclusion_delay
  from fct_eth_validator_duty_epoch final
  where
    network = {network:String}
    and epoch = {point:UInt32}
    and is_attested
    and (is_source_timely or is_target_timely)
) as duties
inner join (
  select slot, arrayJoin(validator_indices) as validator_index
  from raw_eth_committee final
  where network = {network:String} and epoch = {point:UInt32}
) as committees on committees.validator_index = duties.validator_index
where
  committees.slot + duties.inclusion_delay < ({point:UInt32} + 1) * (
    select any(slots_per_epoch)
    from dim_eth_network final
    where network = {network:String}
  )
order by cityHash64(duties.validator_index)
limit {size:UInt32}
