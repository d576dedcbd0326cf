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
  own_stake_planck UInt128 comment 'The validator''s own stake, included in total_stake_planck' codec(ZSTD(1)),
  commission_planck UInt128 comment 'Commission on the reward earned by points' codec(ZSTD(1)),
  own_planck UInt128 comment 'Reward of its own stake after commission' codec(ZSTD(1)),
  delegator_planck UInt128 comment 'Rewards of nominators' codec(ZSTD(1)),
  incentive_planck UInt128 comment 'Incentive for its own stake, paid in addition to the era''s payout' codec(ZSTD(1)),
  version UInt64 comment 'Model revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era, validator)
comment 'One row per elected validator and era: its rewards, claimed or not'
