/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_avalanche_network_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  active_validator_count UInt32 comment 'Validators at the end of the day',
  delegator_reward_navax UInt128 comment 'Paid to delegators, after the fee, nAVAX',
  validator_reward_navax UInt128 comment 'Paid for own stakes, nAVAX',
  fee_reward_navax UInt128 comment 'Fees of delegations that were paid at the end of validators, nAVAX',
  potential_delegator_reward_navax UInt128 comment 'Part of the day of what delegations will pay, after the fee, nAVAX',
  potential_validator_reward_navax UInt128 comment 'Part of the day of what own stakes will pay, nAVAX',
  potential_fee_reward_navax UInt128 comment 'Part of the day of the fees of delegations, nAVAX',
  potential_residual_navax Nullable(Int128) comment 'Potential rewards that a node told less what blocks say, stakes of one side only included, nAVAX; null on days without such a look, and while blocks do not say the reward of a stake',
  supply_residual_navax Nullable(Int64) comment 'Supply that a node told less what blocks say, nAVAX; null on days without such a look',
  is_complete UInt8 comment '1 when the day is complete; the row never changes then',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day of an Avalanche network'
