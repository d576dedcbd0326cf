/* ---
height: epoch
fed_by: topic block
steady: block
announces: [raw_eth_attestation, raw_eth_consolidation_request, raw_eth_credential_change, raw_eth_deposit, raw_eth_slashing, raw_eth_voluntary_exit, raw_eth_withdrawal, raw_eth_withdrawal_request]
keep: raw
view: eth_beacon_block
--- */
create table if not exists raw_eth_block (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  block_root FixedString(66) comment 'Root of the block; all zeros for a missed slot',
  parent_root FixedString(66) comment 'Root of the parent block; all zeros for a missed slot',
  status Enum8('missed' = 0, 'canonical' = 1, 'orphaned' = 2) comment 'Status of the slot or block',
  is_final UInt8 comment '1 once the slot is finalized; final rows never change',
  fork LowCardinality(String) comment 'Fork version that the block was decoded with',
  proposer_index Nullable(UInt32) comment 'Proposer that signed the block; null for a missed slot',
  graffiti String comment 'Graffiti, 0x and hex; empty for a missed slot',
  execution_block_number Nullable(UInt64) comment 'Number of the execution block; null without a payload',
  execution_block_hash Nullable(FixedString(66)) comment 'Hash of the execution block; null without a payload',
  fee_recipient Nullable(FixedString(42)) comment 'Fee recipient of the payload',
  transaction_count Nullable(UInt32) comment 'Transactions in the payload; 0 for an empty payload, null without one',
  blob_count Nullable(UInt32) comment 'Blob commitments in the block',
  gas_used Nullable(UInt64) comment 'Gas used by the payload; null without one, and in rows older than this column',
  base_fee_per_gas_wei Nullable(UInt256) comment 'Base fee of the payload, wei per gas; null without one, and in rows older than this column',
  blob_gas_used Nullable(UInt64) comment 'Blob gas used by the payload; null before Deneb, without a payload, and in rows older than this column',
  transaction_type_counts Array(UInt32) comment 'Number of transactions of types 0 (legacy) to 4; newer types are not counted. Empty if unknown',
  sync_committee_bits String comment 'Sync aggregate bits, 0x and hex, one bit a seat; empty before Altair and for a missed slot',
  version UInt64 comment 'Source position: the latest slot seen by the listener when it published the row; final rows are above all others'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 21600))
order by (network, slot, block_root)
comment 'One row per network, slot and block root. A slot may have several rows: one canonical or missed, and orphaned ones'
