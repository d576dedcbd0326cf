/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_block (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator with the proposer duty' codec(ZSTD(1)),
  status Enum8('missed' = 0, 'proposed' = 1, 'orphaned' = 2) comment 'Status of the slot; proposed means canonical',
  block_root Nullable(FixedString(66)) comment 'Root of the canonical beacon block' codec(ZSTD(3)),
  block_number Nullable(UInt64) comment 'Number of the execution block; null without a payload, like the columns up to gas_used' codec(ZSTD(1)),
  block_hash Nullable(FixedString(66)) comment 'Hash of the execution block' codec(ZSTD(3)),
  fee_recipient Nullable(FixedString(42)) comment 'Fee recipient of the payload' codec(ZSTD(3)),
  base_fee_per_gas_wei Nullable(UInt256) comment 'Base fee' codec(ZSTD(1)),
  gas_used Nullable(UInt64) comment 'Gas used' codec(ZSTD(1)),
  transaction_count UInt32 comment 'Transactions in the payload' codec(T64, ZSTD(1)),
  transaction_type_counts Array(UInt32) comment 'Number of transactions of types 0 to 4; empty if unknown' codec(ZSTD(1)),
  type_0_tips_wei Nullable(UInt256) comment 'Priority fees of legacy transactions (type 0); null if unknown' codec(ZSTD(1)),
  type_1_tips_wei Nullable(UInt256) comment 'Priority fees of transactions with access lists (type 1); null if unknown' codec(ZSTD(1)),
  type_2_tips_wei Nullable(UInt256) comment 'Priority fees of EIP-1559 transactions (type 2); null if unknown' codec(ZSTD(1)),
  type_3_tips_wei Nullable(UInt256) comment 'Priority fees of blob transactions (type 3); null if unknown' codec(ZSTD(1)),
  type_4_tips_wei Nullable(UInt256) comment 'Priority fees of set-code transactions (type 4) and all newer types; null if unknown' codec(ZSTD(1)),
  tips_wei Nullable(UInt256) comment 'Priority fees of all transactions: (effectiveGasPrice - baseFeePerGas) * gasUsed; null if unknown' codec(ZSTD(1)),
  burnt_wei Nullable(UInt256) comment 'gasUsed * baseFeePerGas + blobGasUsed * blobGasPrice; null if unknown' codec(ZSTD(1)),
  payment_wei Nullable(UInt256) comment 'Payment of the builder to the proposer; null if the proposer received the fees itself' codec(ZSTD(1)),
  proposer_tips_wei Nullable(UInt256) comment 'Part of the priority fees that reached the proposer; null if unknown' codec(ZSTD(1)),
  baseline_mev_wei Nullable(UInt256) comment 'Other payments that reached the proposer; null if unknown' codec(ZSTD(1)),
  execution_rewards_wei Nullable(UInt256) comment 'proposer_tips_wei + baseline_mev_wei; null if unknown' codec(ZSTD(1)),
  external_rewards_wei Nullable(UInt256) comment 'Execution rewards of a block delivered by a relay, 0 for other blocks; null if no relay delivered it but not all requested relays returned the epoch' codec(ZSTD(1)),
  missed_execution_rewards_wei Nullable(UInt256) comment 'For a slot without a canonical block, the mean execution rewards of the blocks of the epoch, or of all earlier blocks if it has none' codec(ZSTD(1)),
  consensus_rewards_gwei Nullable(UInt64) comment 'Rewards of the block for attestations, sync aggregate and slashing evidence; null until all the duties it includes are computed' codec(ZSTD(1)),
  missed_consensus_rewards_gwei Nullable(UInt64) comment 'As in fct_eth_proposal_slot' codec(ZSTD(1)),
  sanctioned_count Nullable(UInt32) comment 'Transactions from or to a listed address; 0 without a payload, null without a list' codec(ZSTD(1)),
  relays Array(LowCardinality(String)) comment 'Names of the relays that delivered the block' codec(ZSTD(1)),
  builder_pubkeys Array(FixedString(98)) comment 'Public key of the builder, for each relay' codec(ZSTD(3)),
  relay_values_wei Array(UInt256) comment 'Payment to the proposer reported by each relay' codec(ZSTD(1)),
  is_payload_empty UInt8 comment '1 if the block was proposed without transactions (since the merge)',
  is_relay_known UInt8 comment '1 if all requested relays returned the epoch, so that relays is complete',
  execution_fact_count UInt64 comment '1 plus the number of facts of the epoch from execution nodes and relays; it only grows' codec(T64, ZSTD(1)),
  version UInt64 comment 'Model revision, then known facts of the epoch: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 216000))
order by (network, slot)
comment 'One row per slot after genesis with a computed duty: the block, its fees, and the rewards earned or missed by its proposer'
