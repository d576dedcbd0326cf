-- Epochs whose blocks earned nothing: their missed slots are valued at the mean of all earlier blocks.
select epoch
from fct_eth_proposal_slot final
where network = {network:String} and slot >= {from:UInt32} * {slots:UInt32}
group by epoch
having
  sum(ifNull(attestation_reward_gwei, 0) + ifNull(sync_reward_gwei, 0) + ifNull(slashing_reward_gwei, 0))
  < greatest(countIf(status = 'proposed'), 1)
order by epoch
