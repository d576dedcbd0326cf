/* ---
height: none
fed_by: topic execution
keep: forever
view: eth_execution_block
--- */
create table if not exists raw_eth_execution_block (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the canonical payload' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  block_number UInt32 comment 'Number of the execution block' codec(Delta, ZSTD(1)),
  block_hash FixedString(66) comment 'Hash of the execution block, as in the beacon payload' codec(ZSTD(3)),
  type_0_tips_wei UInt256 comment 'Priority fees of legacy transactions (type 0), failed ones included: (effectiveGasPrice - baseFeePerGas) * gasUsed' codec(ZSTD(1)),
  type_1_tips_wei UInt256 comment 'Priority fees of transactions with access lists (type 1)' codec(ZSTD(1)),
  type_2_tips_wei UInt256 comment 'Priority fees of EIP-1559 transactions (type 2)' codec(ZSTD(1)),
  type_3_tips_wei UInt256 comment 'Priority fees of blob transactions (type 3), without the blob fee' codec(ZSTD(1)),
  type_4_tips_wei UInt256 comment 'Priority fees of set-code transactions (type 4) and all newer types' codec(ZSTD(1)),
  base_fees_burnt_wei UInt256 comment 'gasUsed * baseFeePerGas' codec(ZSTD(1)),
  blob_fees_burnt_wei UInt256 comment 'blobGasUsed * blobGasPrice' codec(ZSTD(1)),
  fee_recipient_transfers_wei UInt256 comment 'Value of successful transactions to the fee recipient of the block' codec(ZSTD(1)),
  last_sender Nullable(FixedString(42)) comment 'Sender of the last transaction, 0x and hex in lower case; null if there is none' codec(ZSTD(3)),
  last_recipient Nullable(FixedString(42)) comment 'Recipient of the last transaction; null if there is none, or if it creates a contract' codec(ZSTD(3)),
  last_value_wei Nullable(UInt256) comment 'Value of the last transaction' codec(ZSTD(1)),
  is_last_successful Nullable(UInt8) comment '0 if the last transaction was reverted' codec(ZSTD(1)),
  sanctioned_count Nullable(UInt32) comment 'Transactions from or to a listed address; null without a list' codec(ZSTD(1)),
  version UInt64 comment 'Rows counted with a list are above the rest; then the newer decoder' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 2592000))
order by (network, slot)
comment 'One row per canonical payload whose block and receipts an execution node returned: their sums in wei'
