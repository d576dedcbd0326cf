/* ---
height: none
fed_by: cli
keep: forever
--- */
create table if not exists raw_eth_imported_peer (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  import_id UInt64 comment 'Import of the row',
  peer_id String comment 'libp2p identity of the peer, or the crawler''s name for it' codec(ZSTD(3)),
  ip String comment 'IP address, IPv4 or IPv6' codec(ZSTD(3)),
  country_code LowCardinality(String) comment 'Country code, ISO 3166-1, two capitals; empty if unknown',
  hosting_provider LowCardinality(String) comment 'Hosting provider; empty if unknown',
  validator_count UInt32 comment 'Validators of the peer' codec(ZSTD(1)),
  version UInt64 comment 'Always 1: a row of an import never changes'
)
engine = ReplacingMergeTree(version)
order by (network, import_id, peer_id)
comment 'One row per imported peer of the consensus layer. Rows of the highest import of a network count'
