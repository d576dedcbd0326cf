-- How a table is cut into partitions can't be changed in place, and copying years of facts would need their space
-- twice. So a warehouse of before keeps its longer ones, which are dropped as well, only later: nothing is changed
-- here. The tables are named because their files were edited.
select name, partition_key
from system.tables
where
  database = currentDatabase()
  and name in (
    'fct_eth_validator_duty_epoch',
    'int_eth_epoch',
    'int_eth_inactivity_score',
    'int_eth_span',
    'int_eth_sync_slot',
    'raw_cosmos_block',
    'raw_cosmos_delegation',
    'raw_cosmos_event',
    'raw_eth_attestation',
    'raw_eth_block',
    'raw_eth_committee',
    'raw_eth_consolidation_request',
    'raw_eth_deposit',
    'raw_eth_epoch',
    'raw_eth_pending_deposit',
    'raw_eth_inactivity_score',
    'raw_eth_proposer_duty',
    'raw_eth_registry',
    'raw_eth_slashing',
    'raw_eth_sync_balance',
    'raw_eth_voluntary_exit',
    'raw_eth_withdrawal',
    'raw_eth_withdrawal_request'
  )
