/* ---
height: block
fed_by: topic log
keep: forever
--- */
create table if not exists raw_eigenlayer_claim (
  network LowCardinality(String) comment 'Network, such as mainnet',
  earner FixedString(20) comment 'Earner, bytes' codec(ZSTD(1)),
  token FixedString(20) comment 'Token, bytes' codec(ZSTD(1)),
  block UInt32 comment 'Block of the log' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in the block' codec(ZSTD(1)),
  root FixedString(32) comment 'Root of the claim, bytes' codec(ZSTD(1)),
  claimer FixedString(20) comment 'Claimer, bytes' codec(ZSTD(1)),
  recipient FixedString(20) comment 'Recipient, bytes' codec(ZSTD(1)),
  amount UInt256 comment 'Amount in the smallest unit of the token' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, earner, token, block, log_index)
comment 'One row per claim of rewards'
