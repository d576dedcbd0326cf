/* ---
height: none
fed_by: topic state
announces: [raw_polygon_validator]
keep: forever
--- */
create table if not exists raw_polygon_rule (
  network LowCardinality(String) comment 'Network',
  checkpoint_reward UInt128 comment 'CHECKPOINT_REWARD, wei',
  proposer_bonus_percent UInt32 comment 'proposerBonus',
  block_interval UInt32 comment 'checkPointBlockInterval, Bor blocks',
  decrease_percent UInt32 comment 'rewardDecreasePerCheckpoint',
  intervals_max UInt32 comment 'maxRewardedCheckpoints',
  delta_percent UInt32 comment 'checkpointRewardDelta',
  epoch_offset Nullable(Int64) comment 'Epoch of StakeManager at the last checkpoint, less the number of that checkpoint; null in rows older than this column',
  validator_count UInt32 comment 'Rows in raw_polygon_validator',
  block_number UInt32 comment 'Block at which the contract was read',
  block_at DateTime('UTC') comment 'Time of the block',
  version UInt64 comment 'Decoder revision, block: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network)
comment 'One row per network: the reward rules in the contract, as last read'
