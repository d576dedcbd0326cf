/* ---
grain: network, validator, day
reads: [int_cosmos_day, raw_cosmos_validator]
window: day
--- */
insert into fct_babylon_validator_state_daily
select
  covered.network as network,
  state.validator as validator,
  covered.day as day,
  covered.from_block as from_block,
  covered.to_block as to_block,
  state.height as state_block,
  state.stake as active_stake_ubbn,
  state.delegator_count as delegator_count,
  covered.is_complete as is_complete,
  covered.version as version
from int_cosmos_day as covered final
inner join raw_cosmos_validator as state final
  on state.network = covered.network and state.height = covered.delegation_height
where covered.network = {network:String} and covered.day = {day:Date}
