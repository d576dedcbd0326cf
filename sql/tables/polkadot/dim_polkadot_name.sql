/* ---
height: none
fed_by: topic name
keep: forever
--- */
create table if not exists dim_polkadot_name (
  network LowCardinality(String) comment 'Network, such as polkadot',
  account String comment 'Stash of a validator, SS58 with prefix 0' codec(ZSTD(1)),
  name Nullable(String) comment 'Display name on the People chain, PARENT/sub for a sub-account; null if it has none' codec(ZSTD(1)),
  block UInt32 comment 'Block of the People chain after which it was read',
  version UInt64 comment 'Decoder revision, then the block: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, account)
comment 'One row per account whose name was looked up'
