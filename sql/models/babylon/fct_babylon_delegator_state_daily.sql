/* ---
grain: network, delegator, day, validator
reads: [int_cosmos_day, raw_cosmos_delegation]
window: day
--- */
insert into fct_babylon_delegator_state_daily
select
  covered.network as network,
  delegation.delegator as delegator,
  covered.day as day,
  delegation.validator as validator,
  covered.from_block as from_block,
  covered.to_block as to_block,
  delegation.height as state_block,
  delegation.stake as active_stake_ubbn,
  covered.is_complete as is_complete,
  covered.version as version
from int_cosmos_day as covered final
inner join raw_cosmos_delegation as delegation final
  on delegation.network = covered.network and delegation.height = covered.delegation_height
where covered.network = {network:String} and covered.day = {day:Date}
