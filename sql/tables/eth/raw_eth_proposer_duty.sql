/* ---
height: epoch
fed_by: topic epoch
steady: epoch
keep: raw
--- */
create table if not exists raw_eth_proposer_duty (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot to propose in' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator with the proposer duty',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot)
comment 'One row per slot: its proposer duty'
