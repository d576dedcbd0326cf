/* ---
height: last_day
fed_by: transform
announces: [fct_eth_validator_window, fct_eth_validator_duty_window, fct_eth_entity_window, fct_eth_entity_rank, fct_eth_network_window, fct_eth_movement_window]
swap: last
keep: forever
revision: 58
--- */
create table if not exists int_eth_window (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  last_day UInt32 comment 'Last complete chain day',
  facts_checksum UInt64 comment 'Checksum of what the days of the windows are computed from',
  version UInt64 comment 'As of the rows of the windows'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per network whose windows are there: what they are computed from. Written after the records'
