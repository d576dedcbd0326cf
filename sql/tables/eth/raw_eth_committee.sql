/* ---
height: epoch
fed_by: topic committee
steady: committee
keep: raw
--- */
create table if not exists raw_eth_committee (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot to attest to' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  sizes Array(UInt16) comment 'Members of each committee, in index order',
  validator_indices Array(UInt32) comment 'Members of all committees, concatenated in index order' codec(T64),
  version UInt64 comment 'Decoder revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot)
comment 'One row per slot: the committees with the duty to attest in it'
