/* ---
height: era
fed_by: topic era
keep: forever
view: polkadot_elected_validator
--- */
create table if not exists raw_polkadot_validator (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  validator String comment 'Stash, SS58 with prefix 0' codec(ZSTD(1)),
  point_count UInt32 comment 'Era points' codec(T64, ZSTD(1)),
  commission_ppb UInt32 comment 'Commission, billionths of the rewards' codec(T64, ZSTD(1)),
  nominator_count UInt32 comment 'Exposed nominators' codec(T64, ZSTD(1)),
  page_count UInt32 comment 'Pages of nominators; 0 without nominators, and before pages existed' codec(T64, ZSTD(1)),
  total_stake_planck UInt128 comment 'Exposed stake' codec(ZSTD(1)),
  own_stake_planck UInt128 comment 'The validator''s own stake, included in total_stake_planck' codec(ZSTD(1)),
  incentive_weight Nullable(UInt128) comment 'Weight of its own stake; null if none is stored' codec(ZSTD(1)),
  paid_nominator_stake_planck Nullable(UInt128) comment 'Stake of the nominators that are paid, if not all are: before pages existed, the 512 with the highest stake; null if all are' codec(ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era, validator)
comment 'One row per elected validator and era'
