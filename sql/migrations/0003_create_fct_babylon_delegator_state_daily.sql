-- For a warehouse from before Babylon: an empty table is copied as well as a full one.
create table if not exists fct_babylon_delegator_state_daily
engine = ReplacingMergeTree(version)
order by (network, delegator, day, validator)
as select
  network, delegator, day, validator, from_block, to_block, state_block, active_stake, is_complete, version
from fct_cosmos_delegator_state_daily
where false
