/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_polygon_network (
  network LowCardinality(String) comment 'mainnet, amoy',
  version UInt64 comment 'Always 1'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per Polygon network in the warehouse'
