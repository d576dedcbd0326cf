/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_network_queue (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'The last computed epoch: the state is that of its first slot',
  snapshot_epoch UInt32 comment 'Epoch of the last full registry, at or before it: balances that moved within an increment, and pending deposits, are as they were then',
  validator_count UInt32 comment 'Validators in the registry, whatever became of them',
  activating_count Nullable(UInt32) comment 'Eligible and not active yet, and new keys among pending deposits; null where these were not told',
  activating_balance_gwei Nullable(UInt64) comment 'Effective balances of the eligible ones, and deposits of the new keys',
  activation_queue_minutes Nullable(Float64) comment 'All pending deposits over what an epoch lets in; before Electra validators',
  exiting_count UInt32 comment 'Exit epoch set and not reached; sources of consolidations are none of them',
  exiting_balance_gwei UInt64 comment 'Their effective balances',
  exit_queue_minutes Float64 comment 'Until the latest of their exit epochs; 0 without any',
  withdrawal_queue_minutes Float64 comment 'Until the latest withdrawable epoch that is set and not reached; sources of consolidations have none here',
  sweep_minutes Float64 comment 'How long 16 withdrawals a slot take for the whole registry',
  fully_withdrawing_count UInt32 comment 'Withdrawable with a balance, and credentials that can be paid: 0x01 or 0x02',
  fully_withdrawing_balance_gwei UInt64 comment 'Their balances',
  partially_withdrawing_count UInt32 comment 'Effective balance at its ceiling, balance above it, and credentials 0x01 or 0x02',
  partially_withdrawing_balance_gwei UInt64 comment 'What they have above it',
  version UInt64 comment 'Model revision, then epoch: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network)
comment 'One row per network: who waits to become active, to leave, or to be paid, in the state of the last computed epoch'
