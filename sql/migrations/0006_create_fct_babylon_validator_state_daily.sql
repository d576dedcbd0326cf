-- For a warehouse from before Babylon: an empty table is copied as well as a full one.
create table if not exists fct_babylon_validator_state_daily
engine = ReplacingMergeTree(version)
order by (network, validator, day)
as select
  network, validator, day, from_block, to_block, state_block, active_stake, delegator_count, is_complete,
  version
from fct_cosmos_validator_state_daily
where false
