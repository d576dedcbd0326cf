/* ---
grain: network, delegator, day, validator
reads: [int_cosmos_day, raw_cosmos_delegation]
window: day
--- */
-- If delegations aren't read, a day has no delegation height, and so no rows here.
insert into fct_cosmos_delegator_state_daily
with
  covered as (
    select from_block, to_block, delegation_height, is_complete, version
    from int_cosmos_day final
    where network = {network:String} and day = {day:Date}
  )
select
  delegation.network as network,
  delegation.delegator as delegator,
  {day:Date} as day,
  delegation.validator as validator,
  covered.from_block as from_block,
  covered.to_block as to_block,
  delegation.height as state_block,
  delegation.stake as active_stake,
  covered.is_complete as is_complete,
  covered.version as version
from raw_cosmos_delegation as delegation final
cross join covered
where delegation.network = {network:String} and delegation.height = (select delegation_height from covered)
