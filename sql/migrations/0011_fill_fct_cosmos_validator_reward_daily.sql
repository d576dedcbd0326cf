-- The same columns in the same order, but for the unit in their names.
insert into fct_cosmos_validator_reward_daily (
  network, validator, day, moniker, consensus_address, consensus_pubkey, account_address, from_block, to_block,
  delegation_reward, commission_reward, net_delegation_reward, commission_rate, reward_residual,
  commission_residual, is_complete, version
)
select * from fct_babylon_validator_reward_daily final
union all
select * from fct_celestia_validator_reward_daily final
