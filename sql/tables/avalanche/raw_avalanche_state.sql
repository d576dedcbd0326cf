/* ---
height: height
fed_by: topic state
announces: [raw_avalanche_told]
keep: forever
view: avalanche_state
--- */
create table if not exists raw_avalanche_state (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Block after which the state was read',
  supply_navax Nullable(UInt64) comment 'Supply, potential rewards included, nAVAX; null if the node did not return it',
  stake_count UInt32 comment 'Stakes in raw_avalanche_told at this height',
  version UInt64 comment 'Revision of the decoder: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height)
comment 'One row per block after which stakes and supply were read: at the start of ingestion, and once a day'
