/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_polkadot_network (
  network LowCardinality(String) comment 'Network, such as polkadot',
  version UInt64 comment 'Always 1'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per Polkadot network in the warehouse'
