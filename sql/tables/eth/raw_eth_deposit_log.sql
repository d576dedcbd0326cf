/* ---
height: none
fed_by: topic execution
keep: forever
view: eth_deposit_log
--- */
create table if not exists raw_eth_deposit_log (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  deposit_index UInt64 comment 'Index of the deposit, counted by the contract' codec(Delta, ZSTD(1)),
  pubkey FixedString(48) comment 'BLS public key of the deposit, bytes',
  withdrawal_credentials FixedString(32) comment 'Withdrawal credentials, bytes',
  amount_gwei UInt64 comment 'Amount' codec(ZSTD(1)),
  signature Nullable(FixedString(96)) comment 'BLS signature of the deposit message, bytes; null if not read' codec(ZSTD(1)),
  sender FixedString(42) comment 'Sender of the transaction, 0x and hex, not a contract that forwards it' codec(ZSTD(3)),
  transaction_hash FixedString(32) comment 'Hash of the transaction, bytes',
  block_number UInt32 comment 'Number of the execution block' codec(Delta, ZSTD(1)),
  block_hash FixedString(32) comment 'Hash of the execution block, bytes',
  epoch Nullable(UInt32) comment 'Epoch of the block''s payload; null if blocks were read by number' codec(ZSTD(1)),
  version UInt64 comment 'Rows read with their epoch are above the rest; then the newer decoder, then rows with signatures' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, deposit_index)
comment 'One row per event of the deposit contract in a final block, with its sender. Only an execution node can return the sender'
