/* ---
height: height
fed_by: topic state
keep: forever
view: cosmos_validator
--- */
create table if not exists raw_cosmos_validator (
  network LowCardinality(String) comment 'Chain id',
  validator String comment 'Operator address' codec(ZSTD(1)),
  height UInt32 comment 'Height of the block after which the state was read' codec(Delta, ZSTD(1)),
  moniker String comment 'Name chosen by the operator' codec(ZSTD(1)),
  account_address String comment 'Account of the operator: the same bytes as its operator address' codec(ZSTD(1)),
  consensus_address String comment 'First 20 bytes of the SHA-256 of the consensus key, bech32' codec(ZSTD(1)),
  consensus_pubkey String comment 'Consensus key, base64' codec(ZSTD(1)),
  commission_rate Decimal(38, 18) comment 'Commission rate, 0 to 1',
  stake Decimal(76, 18) comment 'Tokens bonded to the validator, base unit',
  delegator_count Nullable(UInt32) comment 'Number of delegations to the validator; null if not read',
  outstanding_reward Nullable(Decimal(76, 18)) comment 'Rewards not withdrawn yet, commission included, base unit; null without a second source',
  accumulated_commission Nullable(Decimal(76, 18)) comment 'Commission not withdrawn yet, base unit; null without a second source',
  pending_reward Nullable(Decimal(76, 18)) comment 'Rewards that a changed delegation moved out of outstanding_reward and that delegators have not claimed yet (CIP-30), base unit; null if not read',
  is_bonded UInt8 comment '1 if in the active set',
  is_jailed UInt8 comment '1 while jailed',
  version UInt64 comment 'Decoder revision, then whether delegations were read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator, height)
comment 'One row per validator and height at which the state was read'
