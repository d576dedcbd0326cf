/* ---
height: era
fed_by: topic era
keep: forever
--- */
create table if not exists raw_polkadot_exposure (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  validator LowCardinality(String) comment 'Stash, SS58 with prefix 0',
  page UInt16 comment 'Page of the validator''s nominators' codec(T64, ZSTD(1)),
  nominator String comment 'Account of the nominator, SS58 with prefix 0; may be a pool' codec(ZSTD(1)),
  stake_planck UInt128 comment 'Exposed stake' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(era, 100))
order by (network, era, validator, page, nominator)
comment 'One row per nominator of a validator and era'
