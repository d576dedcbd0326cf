/* ---
height: height
fed_by: topic state
keep: raw
--- */
create table if not exists raw_cosmos_delegation (
  network LowCardinality(String) comment 'Chain id',
  height UInt32 comment 'Height of the block after which the state was read' codec(Delta, ZSTD(1)),
  delegator String comment 'Account of the delegator' codec(ZSTD(1)),
  validator LowCardinality(String) comment 'Operator address',
  stake Decimal(76, 18) comment 'Delegated tokens, base unit, rounded as the chain does' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(height, 50000))
order by (network, height, delegator, validator)
comment 'One row per delegation and height at which the state was read'
