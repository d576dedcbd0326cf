/* ---
height: none
fed_by: topic execution
keep: forever
view: eth_deposit_log
--- */
create table if not exists raw_eth_deposit_log (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  deposit_index UInt64 comment 'Number of the deposit, counted by the contract since its first' codec(Delta, ZSTD(1)),
  pubkey FixedString(48) comment 'BLS public key that it is for, bytes',
  withdrawal_credentials FixedString(32) comment 'Credentials, bytes',
  amount_gwei UInt64 comment 'Amount' codec(ZSTD(1)),
  signature Nullable(FixedString(96)) comment 'BLS signature of the deposit message, bytes; null where it was not read' codec(ZSTD(1)),
  sender FixedString(42) comment 'Sender of the transaction, 0x and hex: not a contract that it went through' codec(ZSTD(3)),
  transaction_hash FixedString(32) comment 'Hash of the transaction, bytes',
  block_number UInt32 comment 'Number of the execution block' codec(Delta, ZSTD(1)),
  block_hash FixedString(32) comment 'Hash of the execution block, bytes',
  epoch Nullable(UInt32) comment 'Epoch whose payload the block is; null where blocks were read by their numbers' codec(ZSTD(1)),
  version UInt64 comment 'What is read with its epoch is above the rest; of equals the newer decoder, then what has signatures' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, deposit_index)
comment 'One row per event of the deposit contract in a final block, with who paid it. Only an execution node knows that'
