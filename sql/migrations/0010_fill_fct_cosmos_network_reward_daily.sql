-- The same columns in the same order, but for the unit in their names.
insert into fct_cosmos_network_reward_daily (
  network, day, from_block, to_block, bonded_validator_count, delegation_reward, commission_reward,
  net_delegation_reward, avg_commission_rate, is_complete, version
)
select * from fct_babylon_network_reward_daily final
union all
select * from fct_celestia_network_reward_daily final
