/* ---
grain: network, day_type, day, stake_action, validator_index
reads: [int_eth_stake_movement, int_eth_validator_entity_daily]
window: entity_movement
--- */
-- Movements of a day with the validators' entities on it.
insert into fct_eth_stake_movement
with
  moved as (
    select stake_action, validator_index, epoch, amount_gwei, since_epoch
    from int_eth_stake_movement final
    where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  {day:UInt32} as day,
  moved.stake_action as stake_action,
  moved.validator_index as validator_index,
  moved.epoch as epoch,
  moved.amount_gwei as amount_gwei,
  moved.since_epoch as since_epoch,
  members.entities as entities,
  {version:UInt64} as version
from moved
left join (
  select validator_index, entities
  from int_eth_validator_entity_daily final
  where
    network = {network:String}
    and day_type = {day_type:String}
    and day = {day:UInt32}
    and validator_index in (select validator_index from moved)
) as members on members.validator_index = moved.validator_index
