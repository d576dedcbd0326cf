/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_network_queue (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Last computed epoch; the state is that of its first slot',
  snapshot_epoch UInt32 comment 'Epoch of the last full registry snapshot, at or before epoch. Pending deposits and balance changes within an increment are as of then',
  validator_count UInt32 comment 'Validators in the registry, with any status',
  activating_count Nullable(UInt32) comment 'Validators eligible but not active yet, and new keys among pending deposits; null if pending deposits were not read',
  activating_balance_gwei Nullable(UInt64) comment 'Effective balances of the eligible validators, and deposits of the new keys',
  activation_queue_minutes Nullable(Float64) comment 'Time to process all pending deposits at the churn per epoch; before Electra, all pending validators',
  exiting_count UInt32 comment 'Validators with an exit epoch that is not reached; without consolidation sources',
  exiting_balance_gwei UInt64 comment 'Effective balances of these validators',
  exit_queue_minutes Float64 comment 'Time until the latest of these exit epochs; 0 if there are none',
  withdrawal_queue_minutes Float64 comment 'Time until the latest withdrawable epoch that is set and not reached; without consolidation sources',
  sweep_minutes Float64 comment 'Duration of a withdrawal sweep over the whole registry, at 16 withdrawals per slot',
  fully_withdrawing_count UInt32 comment 'Withdrawable validators with a balance and credentials 0x01 or 0x02',
  fully_withdrawing_balance_gwei UInt64 comment 'Balances of these validators',
  partially_withdrawing_count UInt32 comment 'Validators whose effective balance is at its maximum, with a higher balance and credentials 0x01 or 0x02',
  partially_withdrawing_balance_gwei UInt64 comment 'Balance of these validators above the maximum',
  version UInt64 comment 'Model revision, then epoch: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network)
comment 'One row per network: the activation, exit and withdrawal queues in the state of the last computed epoch'
