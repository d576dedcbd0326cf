/* ---
grain: network, validator, day
reads: [int_cosmos_day, raw_cosmos_validator]
window: day
--- */
-- If delegations aren't read, a day has no delegation height, and so no rows here.
insert into fct_cosmos_validator_state_daily
with
  covered as (
    select from_block, to_block, delegation_height, is_complete, version
    from int_cosmos_day final
    where network = {network:String} and day = {day:Date}
  )
select
  state.network as network,
  state.validator as validator,
  {day:Date} as day,
  covered.from_block as from_block,
  covered.to_block as to_block,
  state.height as state_block,
  state.stake as active_stake,
  state.delegator_count as delegator_count,
  covered.is_complete as is_complete,
  covered.version as version
from raw_cosmos_validator as state final
cross join covered
where state.network = {network:String} and state.height = (select delegation_height from covered)
