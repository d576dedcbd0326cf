-- For a warehouse from before Celestia: an empty table is copied as well as a full one.
create table if not exists fct_celestia_validator_reward_daily
engine = ReplacingMergeTree(version)
order by (network, validator, day)
as select
  network, validator, day, moniker, consensus_address, consensus_pubkey, account_address, from_block, to_block,
  delegation_reward, commission_reward, net_delegation_reward, commission_rate, reward_residual,
  commission_residual, is_complete, version
from fct_cosmos_validator_reward_daily
where false
