-- The same columns in the same order, but for the unit in their names.
insert into fct_cosmos_delegator_state_daily (
  network, delegator, day, validator, from_block, to_block, state_block, active_stake, is_complete, version
)
select * from fct_babylon_delegator_state_daily final
