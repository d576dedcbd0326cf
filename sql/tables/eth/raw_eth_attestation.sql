/* ---
height: slot
fed_by: topic block
keep: raw
--- */
create table if not exists raw_eth_attestation (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  attestation_index UInt32 comment 'Index in the body of the block',
  block_root FixedString(66) comment 'Root of the block, 0x and hex',
  attested_slot UInt32 comment 'Attested slot' codec(Delta, ZSTD(1)),
  target_epoch UInt32 comment 'Epoch of the target checkpoint' codec(Delta, ZSTD(1)),
  committee_indices Array(UInt16) comment 'Committees in ascending order: one before Electra, those of committee_bits since then',
  aggregation_bits String comment 'SSZ bitlist with its length bit, 0x and hex, committees concatenated',
  beacon_block_root FixedString(66) comment 'Head vote',
  source_epoch UInt32 comment 'Source vote: epoch',
  source_root FixedString(66) comment 'Source vote: root',
  target_root FixedString(66) comment 'Target vote: root',
  payload_index UInt8 comment 'Gloas: 1 if the vote says that the payload is present; 0 before',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, attestation_index, block_root)
comment 'One row per attestation included in a final canonical block'
