/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_cosmos_validator_reward_daily (
  network LowCardinality(String) comment 'Chain id, such as celestia or bbn-1',
  validator String comment 'Operator address' codec(ZSTD(1)),
  day Date comment 'UTC day of the blocks that paid' codec(Delta, ZSTD(1)),
  moniker String comment 'Name chosen by the operator' codec(ZSTD(1)),
  consensus_address String comment 'Consensus address' codec(ZSTD(1)),
  consensus_pubkey String comment 'Consensus key, base64 of 32 bytes' codec(ZSTD(1)),
  account_address String comment 'Account of the operator' codec(ZSTD(1)),
  from_block UInt32 comment 'First block covered' codec(Delta, ZSTD(1)),
  to_block UInt32 comment 'Last block covered' codec(Delta, ZSTD(1)),
  delegation_reward Decimal(76, 18) comment 'Rewards, gross (commission included), in base units of dim_cosmos_network.denomination' codec(ZSTD(1)),
  commission_reward Decimal(76, 18) comment 'Commission, in base units of dim_cosmos_network.denomination' codec(ZSTD(1)),
  net_delegation_reward Decimal(76, 18) comment 'Rewards of the delegators: gross less commission, in base units of dim_cosmos_network.denomination' codec(ZSTD(1)),
  commission_rate Nullable(Decimal(38, 18)) comment 'Commission rate after the last block, 0 to 1, from state; null if no state is known',
  reward_residual Nullable(Decimal(76, 18)) comment 'Rewards by the second source (change in outstanding rewards, plus withdrawals) less rewards by events, in base units; null without the second source',
  commission_residual Nullable(Decimal(76, 18)) comment 'Commission by the second source less commission by events, in base units; null without the second source',
  is_complete UInt8 comment '1 if the day is complete; the row never changes after that',
  version UInt64 comment 'Model revision, covered blocks, known state: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network, toYear(day))
order by (network, validator, day)
comment 'One row per validator and UTC day on which it was paid'
