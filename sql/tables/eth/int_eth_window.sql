/* ---
height: last_day
fed_by: transform
announces: [fct_eth_validator_window, fct_eth_validator_duty_window, fct_eth_entity_window, fct_eth_entity_rank, fct_eth_network_window, fct_eth_movement_window]
swap: last
keep: forever
revision: 58
--- */
create table if not exists int_eth_window (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  last_day UInt32 comment 'Last complete chain day',
  facts_checksum UInt64 comment 'Checksum of the facts from which the days of the windows are computed',
  version UInt64 comment 'Version of the rows of the windows'
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per network with computed windows: their inputs. Written after the records'
