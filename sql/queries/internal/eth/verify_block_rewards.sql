-- Rewards of the proposers of some blocks of an epoch, for the comparison with the Beacon API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date
select
  toString(validator_index) as subject,
  concat(part.1, ' at slot ', toString(slot)) as item,
  toString(part.2) as value,
  epoch_date as date
from fct_eth_proposal_slot final
array join [
  ('attestations_gwei', attestation_reward_gwei),
  ('sync_aggregate_gwei', sync_reward_gwei),
  ('slashings_gwei', slashing_reward_gwei),
  ('total_gwei', attestation_reward_gwei + sync_reward_gwei + slashing_reward_gwei)
] as part
where network = {network:String} and epoch = {point:UInt32} and slot in {slots:Array(UInt32)}
