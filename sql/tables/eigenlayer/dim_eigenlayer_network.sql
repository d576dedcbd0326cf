/* ---
height: none
fed_by: topic log
keep: forever
--- */
create table if not exists dim_eigenlayer_network (
  network LowCardinality(String) comment 'Network, such as mainnet',
  first_block UInt32 comment 'First block with the contracts',
  version UInt64 comment 'Revision of the decoder: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network)
comment 'One row per EigenLayer network in the warehouse'
