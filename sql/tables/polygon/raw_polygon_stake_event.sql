/* ---
height: none
fed_by: topic event
keep: forever
view: polygon_stake_event
--- */
create table if not exists raw_polygon_stake_event (
  network LowCardinality(String) comment 'Network',
  position UInt64 comment 'Block times 65,536 plus the log index' codec(Delta, ZSTD(1)),
  kind LowCardinality(String) comment 'staked, unstake_init, restaked, signer_change, commission, jailed, unjailed, stake_update, reward_claim, reward_update, proposer_bonus, reward_params',
  account LowCardinality(String) comment 'Signer after the event; empty if the event does not name it',
  validator UInt32 comment 'Validator; 0 for rules',
  block_number UInt32 comment 'Block of the root chain' codec(Delta, ZSTD(1)),
  log_index UInt32 comment 'Index of the log in its block' codec(ZSTD(1)),
  amount UInt128 comment 'Own stake after the event, wei. stake_update: including delegations. reward_claim: paid amount. Rules: new value. commission: percent' codec(ZSTD(1)),
  former UInt128 comment 'Rules and commission: previous value, in the unit of amount (wei or percent). reward_params: checkpointRewardDelta, percent' codec(ZSTD(1)),
  epoch UInt64 comment 'First epoch with a duty, or first without one; reward_params: maxRewardedCheckpoints' codec(ZSTD(1)),
  nonce UInt64 comment 'Nonce by which Heimdall orders the events of a validator; 0 if there is none' codec(ZSTD(1)),
  version UInt64 comment 'Decoder revision: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator, position)
comment 'One row per event that changes validators'' stakes or duties, or the reward rules'
