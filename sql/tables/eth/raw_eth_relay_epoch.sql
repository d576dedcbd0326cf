/* ---
height: none
fed_by: topic execution
announces: [raw_eth_relay_payload]
keep: forever
--- */
create table if not exists raw_eth_relay_epoch (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  relay LowCardinality(String) comment 'As in raw_eth_relay_payload',
  payload_count UInt32 comment 'Payloads delivered by the relay in the epoch' codec(T64, ZSTD(1)),
  requested_relays Array(LowCardinality(String)) comment 'Names of all relays that the listener requested; empty in rows of older listeners' codec(ZSTD(1)),
  version UInt64 comment 'As in raw_eth_relay_payload' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
order by (network, epoch, relay)
comment 'One row per relay and final epoch whose deliveries are all in raw_eth_relay_payload'
