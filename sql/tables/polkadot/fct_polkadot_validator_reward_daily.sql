/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_polkadot_validator_reward_daily (
  network LowCardinality(String) comment 'Network, such as polkadot',
  validator String comment 'Stash, SS58 with prefix 0' codec(ZSTD(1)),
  day Date comment 'UTC day on which the eras ended' codec(Delta, ZSTD(1)),
  nominator_count UInt32 comment 'Exposed nominators in the last era in which it was elected' codec(T64, ZSTD(1)),
  validator_planck UInt128 comment 'Commission, own stake and incentive' codec(ZSTD(1)),
  delegator_planck UInt128 comment 'Rewards of nominators' codec(ZSTD(1)),
  incentive_planck UInt128 comment 'Incentive, included in validator_planck' codec(ZSTD(1)),
  total_stake_planck UInt128 comment 'Exposed stake in the last era in which it was elected' codec(ZSTD(1)),
  own_stake_planck UInt128 comment 'Own stake, included in total_stake_planck' codec(ZSTD(1)),
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, validator, day)
comment 'One row per validator and UTC day on which an era ended for which it was elected'
