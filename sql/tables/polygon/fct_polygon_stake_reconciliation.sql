/* ---
height: block_number
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_stake_reconciliation (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator',
  day Date comment 'UTC day of the block at which the contract was read; 1970-01-01 in rows of before states were kept by day',
  block_number UInt32 comment 'Block at which the contract was read',
  self_stake Nullable(UInt128) comment 'Own stake by events up to that block, wei; null while they are not all told',
  delegated_stake Nullable(UInt128) comment 'Delegated stake by events up to that block, wei',
  self_residual Nullable(Int128) comment 'Own stake by events less that of the contract, wei',
  delegated_residual Nullable(Int128) comment 'Delegated stake by events less that of the contract, wei',
  heimdall_stake Nullable(UInt128) comment 'Stake by events up to the last one that Heimdall knew, wei; null while that is not told, or without the validator in its set',
  heimdall_residual Nullable(Int64) comment 'That in whole POL less the voting power',
  version UInt64 comment 'Block, how much is known: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator)
order by (network, validator, day)
comment 'One row per validator and UTC day: its stake by events against the contract and against Heimdall''s set'
