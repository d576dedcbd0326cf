/* ---
height: era
fed_by: model
keep: forever
view: polkadot_validator_era
--- */
create table if not exists int_polkadot_validator_era (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  validator String comment 'Stash, SS58 with prefix 0' codec(ZSTD(1)),
  nominator_count UInt32 comment 'Exposed nominators' codec(T64, ZSTD(1)),
  page_count UInt32 comment 'Pages of nominators' codec(T64, ZSTD(1)),
  total_stake_planck UInt128 comment 'Exposed stake' codec(ZSTD(1)),
  own_stake_planck UInt128 comment 'What of it is the validator''s own' codec(ZSTD(1)),
  commission_planck UInt128 comment 'Commission of what was earned by points' codec(ZSTD(1)),
  own_planck UInt128 comment 'What its own stake earned of the rest' codec(ZSTD(1)),
  delegator_planck UInt128 comment 'What is left for nominators' codec(ZSTD(1)),
  incentive_planck UInt128 comment 'Paid for its own stake beside the era''s payout' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era, validator)
comment 'One row per elected validator and era: what was earned, whatever of it is claimed'
