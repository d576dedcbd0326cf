/* ---
height: era
fed_by: model
announces: [int_polkadot_validator_era]
swap: last
keep: forever
--- */
create table if not exists int_polkadot_network_era (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day on which the era ended' codec(Delta, ZSTD(1)),
  validator_count UInt32 comment 'Elected validators, with or without points',
  nominator_count UInt32 comment 'Exposed accounts, each counted once',
  validator_planck UInt128 comment 'Commission, own stake and incentive of all validators',
  delegator_planck UInt128 comment 'Rewards of nominators',
  incentive_planck UInt128 comment 'Incentive, included in validator_planck',
  payout_residual_planck Int128 comment 'Payout less the rewards of validators and nominators: lost to rounding',
  incentive_residual_planck Nullable(Int128) comment 'Incentive budget less incentives: lost to rounding; null without a budget',
  version UInt64 comment 'Model revision: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era)
comment 'One row per era whose facts are stored completely'
