/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_solana_network (
  network LowCardinality(String) comment 'Network, such as mainnet',
  version UInt64 comment 'Always 1'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per Solana network in the warehouse'
