/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists fct_eth_slashing (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  validator_index UInt32 comment 'Slashed validator',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot',
  kind Enum8('proposer' = 1, 'attester' = 2) comment 'Kind of equivocation',
  proposer_index UInt32 comment 'Proposer that included the evidence and receives the reward',
  effective_balance_gwei Nullable(UInt64) comment 'Effective balance at the slashing; null if unknown',
  penalty_gwei UInt64 comment 'Initial penalty, by the rules of the fork in force',
  reward_gwei UInt64 comment 'Whistleblower reward, which the proposer receives in full',
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index)
comment 'One row per slashed validator: the block that included the evidence, the penalty and the reward'
