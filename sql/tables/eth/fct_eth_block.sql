/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_block (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  slot UInt32 comment 'Slot' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Proposer by duty' codec(ZSTD(1)),
  status Enum8('missed' = 0, 'proposed' = 1, 'orphaned' = 2) comment 'What came of it: proposed is canonical',
  block_root Nullable(FixedString(66)) comment 'Root of the canonical beacon block' codec(ZSTD(3)),
  block_number Nullable(UInt64) comment 'Number of the execution block; this and what follows to gas_used is null without a payload' codec(ZSTD(1)),
  block_hash Nullable(FixedString(66)) comment 'Hash of the execution block' codec(ZSTD(3)),
  fee_recipient Nullable(FixedString(42)) comment 'Fee recipient of the payload' codec(ZSTD(3)),
  base_fee_per_gas_wei Nullable(UInt256) comment 'Base fee' codec(ZSTD(1)),
  gas_used Nullable(UInt64) comment 'Gas used' codec(ZSTD(1)),
  transaction_count UInt32 comment 'Transactions of the payload' codec(T64, ZSTD(1)),
  transaction_type_counts Array(UInt32) comment 'Transactions of the types 0 to 4; empty is unknown' codec(ZSTD(1)),
  type_0_tips_wei Nullable(UInt256) comment 'Priority fees of legacy transactions; null is unknown, as in all that follow' codec(ZSTD(1)),
  type_1_tips_wei Nullable(UInt256) comment 'Those of transactions with access lists' codec(ZSTD(1)),
  type_2_tips_wei Nullable(UInt256) comment 'Those of transactions with a tip of their own' codec(ZSTD(1)),
  type_3_tips_wei Nullable(UInt256) comment 'Those of transactions with blobs' codec(ZSTD(1)),
  type_4_tips_wei Nullable(UInt256) comment 'Those of transactions that set code, and of all types that are newer' codec(ZSTD(1)),
  tips_wei Nullable(UInt256) comment 'Those of all transactions: (effectiveGasPrice - baseFeePerGas) * gasUsed' codec(ZSTD(1)),
  burnt_wei Nullable(UInt256) comment 'gasUsed * baseFeePerGas + blobGasUsed * blobGasPrice' codec(ZSTD(1)),
  payment_wei Nullable(UInt256) comment 'What the builder paid the proposer; null where the proposer took the fees itself' codec(ZSTD(1)),
  proposer_tips_wei Nullable(UInt256) comment 'Of the priority fees what reached the proposer' codec(ZSTD(1)),
  baseline_mev_wei Nullable(UInt256) comment 'What else reached it' codec(ZSTD(1)),
  execution_rewards_wei Nullable(UInt256) comment 'proposer_tips_wei + baseline_mev_wei' codec(ZSTD(1)),
  external_rewards_wei Nullable(UInt256) comment 'The same of a block that a relay delivered, 0 of others; null where none did while not all requested relays told of the epoch' codec(ZSTD(1)),
  missed_execution_rewards_wei Nullable(UInt256) comment 'Not canonical: mean execution rewards of the blocks of the epoch, or of all before it if it has none' codec(ZSTD(1)),
  consensus_rewards_gwei Nullable(UInt64) comment 'Of the block, for attestations, sync aggregate and slashing evidence; null until all duties behind it are computed' codec(ZSTD(1)),
  missed_consensus_rewards_gwei Nullable(UInt64) comment 'As in fct_eth_proposal_slot' codec(ZSTD(1)),
  sanctioned_count Nullable(UInt32) comment 'Transactions from or to a listed address; 0 without payload, else null without list' codec(ZSTD(1)),
  relays Array(LowCardinality(String)) comment 'Relays that delivered the block, by name' codec(ZSTD(1)),
  builder_pubkeys Array(FixedString(98)) comment 'Public key of the builder, for each of them' codec(ZSTD(3)),
  relay_values_wei Array(UInt256) comment 'What each of them says the proposer was paid' codec(ZSTD(1)),
  is_payload_empty UInt8 comment '1 when the block was proposed without transactions (since the merge)',
  is_relay_known UInt8 comment '1 when all requested relays told of the epoch: only then relays are complete',
  execution_fact_count UInt64 comment '1, and what execution nodes and relays told of the epoch, as a number that only grows' codec(T64, ZSTD(1)),
  version UInt64 comment 'Model revision, then what is known of the epoch: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 216000))
order by (network, slot)
comment 'One row per slot after genesis whose duty is computed: the block, its fees, and what its proposer got or missed'
