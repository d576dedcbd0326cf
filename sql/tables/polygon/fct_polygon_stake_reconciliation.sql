/* ---
height: block_number
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_stake_reconciliation (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator',
  day Date comment 'UTC day of the block at which the contract was read; 1970-01-01 in rows older than this column',
  block_number UInt32 comment 'Block at which the contract was read',
  self_stake Nullable(UInt128) comment 'Own stake by events up to that block, wei; null until all events are ingested',
  delegated_stake Nullable(UInt128) comment 'Delegated stake by events up to that block, wei',
  self_residual Nullable(Int128) comment 'Own stake by events less own stake in the contract, wei',
  delegated_residual Nullable(Int128) comment 'Delegated stake by events less delegated stake in the contract, wei',
  heimdall_stake Nullable(UInt128) comment 'Stake by events up to the last one known to Heimdall, wei; null until these are ingested, or if the validator is not in its set',
  heimdall_residual Nullable(Int64) comment 'heimdall_stake in whole POL less the voting power',
  version UInt64 comment 'Block, number of known facts: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator)
order by (network, validator, day)
comment 'One row per validator and UTC day: its stake by events, compared with the contract and with Heimdall''s validator set'
