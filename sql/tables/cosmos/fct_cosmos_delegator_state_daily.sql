/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_cosmos_delegator_state_daily (
  network LowCardinality(String) comment 'Chain id, such as celestia or bbn-1',
  delegator String comment 'Account of the delegator' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  validator LowCardinality(String) comment 'Operator address',
  from_block UInt32 comment 'First block covered' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block covered' codec(Delta, ZSTD(1)),
  state_block UInt32 comment 'Block after which the state was read: to_block if the day is complete' codec(Delta, ZSTD(1)),
  active_stake Decimal(76, 18) comment 'Tokens delegated to the validator, in base units of dim_cosmos_network.denomination' codec(ZSTD(1)),
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Model revision, covered blocks, known state: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, delegator, day, validator)
comment 'One row per delegator, validator and UTC day, at the last block of the day, if delegations are read'
