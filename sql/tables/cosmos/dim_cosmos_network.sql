/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_cosmos_network (
  network LowCardinality(String) comment 'Chain id, such as celestia or bbn-1',
  chain LowCardinality(String) comment 'Chain of the network, as in API paths',
  denomination LowCardinality(String) comment 'Base unit of amounts, such as utia',
  token_symbol LowCardinality(String) comment 'Symbol of the whole token, such as TIA',
  token_decimals UInt8 comment 'Decimals: a whole token is 10 to this power of base units',
  version UInt64 comment '2 with the unit, 1 without it (older rows): the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per network of a CometBFT chain in the warehouse'
