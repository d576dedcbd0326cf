/* ---
height: checkpoint
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_validator_checkpoint (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator' codec(ZSTD(1)),
  checkpoint UInt32 comment 'Number of the checkpoint' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of its block on the root chain' codec(Delta, ZSTD(1)),
  self_stake UInt128 comment 'Own stake just before the checkpoint, wei' codec(ZSTD(1)),
  delegated_stake UInt128 comment 'Delegated stake just before the checkpoint, wei' codec(ZSTD(1)),
  commission_percent UInt8 comment 'Commission, percent' codec(ZSTD(1)),
  proposal_duty_count UInt8 comment 'Turns to propose it: the one that it used, and those that Heimdall skipped' codec(ZSTD(1)),
  proposed_count UInt8 comment '1 if it proposed the checkpoint' codec(ZSTD(1)),
  bor_duty_count Nullable(UInt32) comment 'Bor blocks that it had the turn to produce; null without Bor nodes' codec(ZSTD(1)),
  bor_made_count Nullable(UInt32) comment 'Bor blocks that it produced in its turn' codec(ZSTD(1)),
  signing_reward UInt128 comment 'Its part of the signing rewards, wei' codec(ZSTD(1)),
  proposer_reward UInt128 comment 'Bonus for the proposal, wei' codec(ZSTD(1)),
  commission_reward UInt128 comment 'Commission, included in signing_reward, wei' codec(ZSTD(1)),
  delegator_reward UInt128 comment 'Reward of its delegators, included in signing_reward, wei' codec(ZSTD(1)),
  missed_reward UInt128 comment 'Reward for the missed signature, wei; 0 if it signed' codec(ZSTD(1)),
  missed_delegator_reward UInt128 comment 'Reward of its delegators, included in missed_reward, wei' codec(ZSTD(1)),
  missed_commission_reward UInt128 comment 'Commission, included in missed_reward, wei' codec(ZSTD(1)),
  is_signed UInt8 comment '1 if it signed' codec(ZSTD(1)),
  is_turn_known UInt8 comment '1 if the turns to propose that Heimdall skipped are known',
  version UInt64 comment 'Model revision, known facts of proposers: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(checkpoint, 1000))
order by (network, validator, checkpoint)
comment 'One row per checkpoint and validator with the duty to sign it'
