/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_polkadot_network_reward_daily (
  network LowCardinality(String) comment 'Network, such as polkadot',
  day Date comment 'UTC day on which the eras ended' codec(Delta, ZSTD(1)),
  validator_count UInt32 comment 'Elected validators of the last era',
  nominator_count UInt32 comment 'Accounts exposed in the last era, each counted once',
  validator_planck UInt128 comment 'Commission, own stake and incentive of all validators',
  delegator_planck UInt128 comment 'Rewards of nominators',
  incentive_planck UInt128 comment 'Incentive, included in validator_planck',
  payout_residual_planck Int128 comment 'Payouts less the rewards of validators and nominators',
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day on which an era ended'
