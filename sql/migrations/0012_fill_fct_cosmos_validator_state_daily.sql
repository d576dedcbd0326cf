-- The same columns in the same order, but for the unit in their names.
insert into fct_cosmos_validator_state_daily (
  network, validator, day, from_block, to_block, state_block, active_stake, delegator_count, is_complete,
  version
)
select * from fct_babylon_validator_state_daily final
