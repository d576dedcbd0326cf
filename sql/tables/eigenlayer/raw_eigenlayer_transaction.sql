/* ---
height: block
fed_by: topic log
keep: forever
view: eigenlayer_transaction
--- */
create table if not exists raw_eigenlayer_transaction (
  network LowCardinality(String) comment 'Network, such as mainnet',
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  transaction_hash FixedString(32) comment 'Hash of its transaction, bytes',
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, block, log_index)
comment 'One row per log of shares, delegations, magnitudes and reward roots, with its transaction'
