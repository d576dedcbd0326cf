/* ---
height: none
fed_by: topic peer
keep: forever
--- */
create table if not exists raw_eth_node_peer_daily (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  node String comment 'Address of the beacon node, without credentials',
  day Date comment 'UTC day of the observation' codec(Delta, ZSTD(1)),
  observed_at DateTime64(3, 'UTC') comment 'Time of the observation',
  peer_ids Array(String) comment 'libp2p identities of the connected peers' codec(ZSTD(3)),
  ips Array(String) comment 'IP addresses of the peers, IPv4 or IPv6; empty if unknown' codec(ZSTD(3)),
  country_codes Array(String) comment 'Country codes of these addresses at that time, ISO 3166-1, two capitals; empty if unknown' codec(ZSTD(3)),
  hosting_providers Array(String) comment 'Hosting providers of these addresses at that time; empty if unknown' codec(ZSTD(3)),
  version UInt64 comment 'observed_at in milliseconds: the latest observation of a day wins'
)
engine = ReplacingMergeTree(version)
order by (network, node, day)
comment 'One row per beacon node and UTC day: all peers in its last observation of the day'
