/* ---
height: none
fed_by: topic peer
keep: forever
--- */
create table if not exists raw_eth_node_peer_daily (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  node String comment 'Address of the beacon node that tells, without credentials',
  day Date comment 'UTC day of the observation' codec(Delta, ZSTD(1)),
  observed_at DateTime64(3, 'UTC') comment 'When the node told',
  peer_ids Array(String) comment 'libp2p identities of the peers that it was connected to' codec(ZSTD(3)),
  ips Array(String) comment 'Their addresses, IPv4 or IPv6; empty is unknown' codec(ZSTD(3)),
  country_codes Array(String) comment 'Where these addresses were then, ISO 3166-1, two capitals; empty is unknown' codec(ZSTD(3)),
  hosting_providers Array(String) comment 'To whose network they belonged then; empty is unknown' codec(ZSTD(3)),
  version UInt64 comment 'observed_at in milliseconds: the latest observation of a day stays'
)
engine = ReplacingMergeTree(version)
order by (network, node, day)
comment 'One row per beacon node and UTC day: all peers that it was connected to when it last told'
