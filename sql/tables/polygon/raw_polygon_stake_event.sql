/* ---
height: none
fed_by: topic event
keep: forever
view: polygon_stake_event
--- */
create table if not exists raw_polygon_stake_event (
  network LowCardinality(String) comment 'Network',
  position UInt64 comment 'Block times 65,536 plus place of the log' codec(Delta, ZSTD(1)),
  kind LowCardinality(String) comment 'staked, unstake_init, restaked, signer_change, commission, jailed, unjailed, stake_update, reward_claim, reward_update, proposer_bonus, reward_params',
  account LowCardinality(String) comment 'Signer after the event; empty where it is not told',
  validator UInt32 comment 'Validator; 0 for rules',
  block_number UInt32 comment 'Block of the root chain' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Place of the log in its block' codec(ZSTD(1)),
  amount UInt128 comment 'Self stake after the event, wei; of stake_update with delegations; of reward_claim what was paid; of rules the new value; of commission percent' codec(ZSTD(1)),
  former UInt128 comment 'Of rules and commission the value before, wei or percent as amount is; of reward_params checkpointRewardDelta, percent' codec(ZSTD(1)),
  epoch UInt64 comment 'First epoch of a duty, or the first without; of reward_params maxRewardedCheckpoints' codec(ZSTD(1)),
  nonce UInt64 comment 'By which Heimdall orders the events of a validator; 0 where there is none' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator, position)
comment 'One row per event by which validators'' stakes and duties, or the rules of rewards change'
