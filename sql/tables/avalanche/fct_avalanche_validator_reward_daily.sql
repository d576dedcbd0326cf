/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_avalanche_validator_reward_daily (
  network LowCardinality(String) comment 'Network, such as mainnet',
  node_id String comment 'Validator, NodeID-…' codec(ZSTD(1)),
  day Date comment 'UTC day' codec(Delta, ZSTD(1)),
  pubkey Nullable(String) comment 'BLS key of the newest stake, hex; null without one' codec(ZSTD(1)),
  delegator_reward_navax UInt128 comment 'Paid to delegators, after the fee, nAVAX' codec(ZSTD(1)),
  validator_reward_navax UInt128 comment 'Paid for own stakes, nAVAX' codec(ZSTD(1)),
  fee_reward_navax UInt128 comment 'Fees of delegations that were paid at the end of the validator, nAVAX' codec(ZSTD(1)),
  potential_delegator_reward_navax UInt128 comment 'Part of the day of what delegations will pay, after the fee, nAVAX' codec(ZSTD(1)),
  potential_validator_reward_navax UInt128 comment 'Part of the day of what own stakes will pay, nAVAX' codec(ZSTD(1)),
  potential_fee_reward_navax UInt128 comment 'Part of the day of the fees of delegations, nAVAX' codec(ZSTD(1)),
  potential_residual_navax Nullable(Int128) comment 'Potential rewards that a node told of stakes less what blocks say, stakes of one side only included, nAVAX; null on days without such a look, and while blocks do not say the reward of a stake of its own' codec(ZSTD(1)),
  is_active UInt8 comment '1 when it validates at the end of the day',
  is_complete UInt8 comment '1 when the day is complete; the row never changes then',
  version UInt64 comment 'Version of the day: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, node_id, day)
comment 'One row per validator and UTC day on which a stake of it lasts or ends'
