/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_avalanche_validator_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  node_id String comment 'Validator (NodeID-…)' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of the newest stake, hex; null if it has none' codec(ZSTD(1)),
  delegator_reward_navax UInt128 comment 'Paid to delegators, net of the fee, nAVAX' codec(ZSTD(1)),
  validator_reward_navax UInt128 comment 'Paid for validators'' own stakes, nAVAX' codec(ZSTD(1)),
  fee_reward_navax UInt128 comment 'Delegation fees that were paid when the validator ended, nAVAX' codec(ZSTD(1)),
  potential_delegator_reward_navax UInt128 comment 'Share of this day in the rewards that delegations will pay, net of the fee, nAVAX' codec(ZSTD(1)),
  potential_validator_reward_navax UInt128 comment 'Share of this day in the rewards that validators'' own stakes will pay, nAVAX' codec(ZSTD(1)),
  potential_fee_reward_navax UInt128 comment 'Share of this day in delegation fees, nAVAX' codec(ZSTD(1)),
  potential_residual_navax Nullable(Int128) comment 'Potential rewards reported by a node less those computed from blocks, including stakes that only one side has, nAVAX; null on days without a comparison, and while blocks do not determine the reward of one of its stakes' codec(ZSTD(1)),
  is_active UInt8 comment '1 if it validates at the end of the day',
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Version of the day: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, node_id, day)
comment 'One row per validator and UTC day on which one of its stakes is active or ends'
