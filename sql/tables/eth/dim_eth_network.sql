/* ---
height: none
fed_by: topic epoch
keep: forever
--- */
create table if not exists dim_eth_network (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  genesis_time UInt64 comment 'Time of slot 0, seconds since 1970',
  genesis_validators_root FixedString(66) comment 'Genesis validators root, pinned at the first start',
  slots_per_epoch UInt32 comment 'SLOTS_PER_EPOCH',
  seconds_per_slot UInt32 comment 'SECONDS_PER_SLOT',
  epochs_per_day UInt32 comment 'Epochs of a chain day: 24 hours, 225 on mainnet',
  config_name LowCardinality(String) comment 'CONFIG_NAME of the node',
  version UInt64 comment 'Source position: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per network that this installation follows'
