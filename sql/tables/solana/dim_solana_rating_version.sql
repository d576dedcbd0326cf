/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_solana_rating_version (
  network LowCardinality(String) comment 'Network, such as mainnet',
  from_slot UInt32 comment 'First slot of the version',
  rating_version UInt8 comment '1',
  proposer_weight UInt8 comment 'Weight of proposing, in parts of the sum of both weights',
  voting_weight UInt8 comment 'Weight of voting, in parts of the sum of both weights',
  version UInt64 comment 'Model revision: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, from_slot)
comment 'One row per network and rating version: the weights of the effectiveness rating from a slot on'
