/* ---
height: height
fed_by: topic state
announces: [raw_cosmos_delegation, raw_cosmos_validator]
keep: forever
--- */
create table if not exists raw_cosmos_state (
  network LowCardinality(String) comment 'Chain id',
  height UInt32 comment 'Height of the block after which the state was read' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of the block' codec(Delta, ZSTD(1)),
  validator_count UInt32 comment 'Validators in raw_cosmos_validator at this height',
  delegation_count Nullable(UInt32) comment 'Delegations in raw_cosmos_delegation at this height; null if not read',
  version UInt64 comment 'Decoder revision, then whether delegations were read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height)
comment 'One row per height at which the state was read: at the last block of each day, and where a run starts or ends'
