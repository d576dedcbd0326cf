/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_eth_exit_request (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  day UInt32 comment 'Chain day whose registries show the exit; if there are several, the earliest counts',
  epoch UInt32 comment 'Epoch in which the exit was initiated: the first from which a registry of the day has an exit epoch',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator_index)
order by (network, validator_index, day)
comment 'One row per validator whose exit was initiated within the history, and chain day that shows it: the time since which the exit is known'
