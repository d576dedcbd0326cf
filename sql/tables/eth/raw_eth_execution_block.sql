/* ---
height: none
fed_by: topic execution
keep: forever
view: eth_execution_block
--- */
create table if not exists raw_eth_execution_block (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  slot UInt32 comment 'Slot whose canonical payload it is' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  block_number UInt32 comment 'Number of the execution block' codec(Delta, ZSTD(1)),
  block_hash FixedString(66) comment 'Hash of the execution block: that of the beacon payload' codec(ZSTD(3)),
  type_0_tips_wei UInt256 comment 'Of legacy transactions: (effectiveGasPrice - baseFeePerGas) * gasUsed, failed ones too' codec(ZSTD(1)),
  type_1_tips_wei UInt256 comment 'The same of transactions with access lists' codec(ZSTD(1)),
  type_2_tips_wei UInt256 comment 'The same of transactions with a tip of their own (EIP-1559)' codec(ZSTD(1)),
  type_3_tips_wei UInt256 comment 'The same of transactions with blobs; the blob fee is no tip' codec(ZSTD(1)),
  type_4_tips_wei UInt256 comment 'The same of transactions that set code, and of all types that are newer' codec(ZSTD(1)),
  base_fees_burnt_wei UInt256 comment 'gasUsed * baseFeePerGas' codec(ZSTD(1)),
  blob_fees_burnt_wei UInt256 comment 'blobGasUsed * blobGasPrice' codec(ZSTD(1)),
  fee_recipient_transfers_wei UInt256 comment 'Value of successful transactions to the fee recipient of the block' codec(ZSTD(1)),
  last_sender Nullable(FixedString(42)) comment 'Sender of the last transaction, 0x and hex in lower case; null without one' codec(ZSTD(3)),
  last_recipient Nullable(FixedString(42)) comment 'To whom it goes; null without one, and where it creates a contract' codec(ZSTD(3)),
  last_value_wei Nullable(UInt256) comment 'Its value' codec(ZSTD(1)),
  is_last_successful Nullable(UInt8) comment '0: it was reverted' codec(ZSTD(1)),
  sanctioned_count Nullable(UInt32) comment 'Transactions from or to a listed address; null without a list' codec(ZSTD(1)),
  version UInt64 comment 'Counted with a list is above the rest; of equals the newer decoder' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 2592000))
order by (network, slot)
comment 'One row per canonical payload whose block and receipts an execution node told: what they add up to, in wei'
