/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_cardano_network (
  network LowCardinality(String) comment 'mainnet, preprod, preview, or magic-<number>',
  version UInt64 comment 'Always 1'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per Cardano network in the warehouse'
