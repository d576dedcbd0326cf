/* ---
height: slot
fed_by: topic block
keep: raw
--- */
create table if not exists raw_eth_slashing (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Slashed validator',
  kind Enum8('proposer' = 1, 'attester' = 2) comment 'Kind of equivocation',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, validator_index, kind, block_root)
comment 'One row per validator that a final block slashes for equivocation'
