/* ---
height: none
fed_by: transform
--- */
create table if not exists dim_cosmos_network (
  network LowCardinality(String) comment 'Chain id, such as celestia or bbn-1',
  chain LowCardinality(String) comment 'Chain that the network belongs to, as paths of the API name it',
  version UInt64 comment 'Always 1'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per network of a CometBFT chain that has been seen'
