/* ---
height: height
fed_by: topic block
keep: forever
--- */
create table if not exists raw_avalanche_unknown (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the block',
  position UInt32 comment 'Place of the transaction in the block; 0 for a block of an unknown type',
  type_id UInt32 comment 'Type in the codec of the P-chain that is not known',
  unread_count UInt32 comment 'Transactions behind it that could not be read',
  version UInt64 comment 'Revision of the decoder: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, position)
comment 'One row per block or transaction of a type that is not known'
