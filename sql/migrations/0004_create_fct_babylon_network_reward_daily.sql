-- For a warehouse from before Babylon: an empty table is copied as well as a full one.
create table if not exists fct_babylon_network_reward_daily
engine = ReplacingMergeTree(version)
order by (network, day)
as select
  network, day, from_block, to_block, bonded_validator_count, delegation_reward, commission_reward,
  net_delegation_reward, avg_commission_rate, is_complete, version
from fct_cosmos_network_reward_daily
where false
