-- Rewards of attestations of some validators in an epoch, for the comparison with the Beacon API.
with
  (
    /* include fragments/eth/epoch_date.sql */
  ) as epoch_date
select
  toString(validator_index) as subject,
  part.1 as item,
  toString(part.2) as value,
  epoch_date as date
from fct_eth_validator_duty_epoch final
array join [
  ('source_gwei', toInt64(source_reward_gwei)),
  ('target_gwei', toInt64(target_reward_gwei)),
  ('head_gwei', toInt64(head_reward_gwei)),
  ('inactivity_gwei', inactivity_penalty_gwei)
] as part
where
  network = {network:String}
  and epoch = {point:UInt32}
  and validator_index in {validators:Array(UInt32)}
  -- Older nodes leave out some parts.
  and part.1 in {items:Array(String)}
