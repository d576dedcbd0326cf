/* ---
height: era
fed_by: topic era
keep: forever
view: polkadot_claim
--- */
create table if not exists raw_polkadot_claim (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era whose rewards were claimed' codec(Delta, ZSTD(1)),
  read_era UInt32 comment 'Era at whose end the claims were read' codec(Delta, ZSTD(1)),
  validators Array(String) comment 'Stash of each claimed page, SS58 with prefix 0' codec(ZSTD(1)),
  pages Array(UInt32) comment 'Claimed page of each validator in validators' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision, then read_era: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era)
comment 'One row per era: its claims, as last read'
