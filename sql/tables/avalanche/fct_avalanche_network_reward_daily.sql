/* ---
height: day
fed_by: model
keep: forever
--- */
create table if not exists fct_avalanche_network_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  active_validator_count UInt32 comment 'Validators at the end of the day',
  delegator_reward_navax UInt128 comment 'Paid to delegators, net of the fee, nAVAX',
  validator_reward_navax UInt128 comment 'Paid for validators'' own stakes, nAVAX',
  fee_reward_navax UInt128 comment 'Delegation fees that were paid when validators ended, nAVAX',
  potential_delegator_reward_navax UInt128 comment 'Share of this day in the rewards that delegations will pay, net of the fee, nAVAX',
  potential_validator_reward_navax UInt128 comment 'Share of this day in the rewards that validators'' own stakes will pay, nAVAX',
  potential_fee_reward_navax UInt128 comment 'Share of this day in delegation fees, nAVAX',
  potential_residual_navax Nullable(Int128) comment 'Potential rewards reported by a node less those computed from blocks, including stakes that only one side has, nAVAX; null on days without a comparison, and while blocks do not determine the reward of a stake',
  supply_residual_navax Nullable(Int64) comment 'Supply reported by a node less supply computed from blocks, nAVAX; null on days without a comparison',
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, day)
comment 'One row per UTC day of an Avalanche network'
