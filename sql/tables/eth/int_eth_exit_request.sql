/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists int_eth_exit_request (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  validator_index UInt32 comment 'Index' codec(Delta, ZSTD(1)),
  day UInt32 comment 'Chain day of which the registries told so; the earliest of several counts',
  epoch UInt32 comment 'Epoch in which its exit was decided on: the first one since which a registry of the day tells when it is',
  version UInt64 comment 'As of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
primary key (network, validator_index)
order by (network, validator_index, day)
comment 'One row per validator whose exit was decided on within the history, and chain day that tells so: since when that is known'
