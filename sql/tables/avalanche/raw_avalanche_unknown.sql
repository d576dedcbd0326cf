/* ---
height: height
fed_by: topic block
keep: forever
--- */
create table if not exists raw_avalanche_unknown (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the block',
  position UInt32 comment 'Index of the transaction in the block; 0 for a block of an unknown type',
  type_id UInt32 comment 'Unknown type in the P-chain codec',
  unread_count UInt32 comment 'Number of transactions after it that could not be read',
  version UInt64 comment 'Revision of the decoder: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, position)
comment 'One row per block or transaction of an unknown type'
