/* ---
height: checkpoint
fed_by: model
keep: forever
--- */
create table if not exists fct_polygon_validator_checkpoint (
  network LowCardinality(String) comment 'Network',
  validator UInt32 comment 'Validator' codec(ZSTD(1)),
  checkpoint UInt32 comment 'Checkpoint' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of its block on the root chain' codec(Delta, ZSTD(1)),
  self_stake UInt128 comment 'Own stake just before the checkpoint, wei' codec(ZSTD(1)),
  delegated_stake UInt128 comment 'Delegated stake just before the checkpoint, wei' codec(ZSTD(1)),
  commission_percent UInt8 comment 'Commission, percent' codec(ZSTD(1)),
  proposal_duty_count UInt8 comment 'Turns to propose it: the one that it used, and those that Heimdall passed on' codec(ZSTD(1)),
  proposed_count UInt8 comment '1 when it proposed it' codec(ZSTD(1)),
  bor_duty_count Nullable(UInt32) comment 'Bor blocks that were its turn; null without Bor nodes' codec(ZSTD(1)),
  bor_made_count Nullable(UInt32) comment 'Those of them that it made' codec(ZSTD(1)),
  signing_reward UInt128 comment 'Its part of what signers get, wei' codec(ZSTD(1)),
  proposer_reward UInt128 comment 'Bonus for the proposal, wei' codec(ZSTD(1)),
  commission_reward UInt128 comment 'Of the signing reward its commission, wei' codec(ZSTD(1)),
  delegator_reward UInt128 comment 'Of the signing reward what its delegators get, wei' codec(ZSTD(1)),
  missed_reward UInt128 comment 'What a signature would have given, wei; 0 when it signed' codec(ZSTD(1)),
  missed_delegator_reward UInt128 comment 'Of that what its delegators would have got, wei' codec(ZSTD(1)),
  missed_commission_reward UInt128 comment 'Of that its commission, wei' codec(ZSTD(1)),
  is_signed UInt8 comment '1 when it signed' codec(ZSTD(1)),
  is_turn_known UInt8 comment '1 when it is known which turns to propose it Heimdall passed on',
  version UInt64 comment 'Model revision, what is known of proposers: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(checkpoint, 1000))
order by (network, validator, checkpoint)
comment 'One row per checkpoint and validator that had the duty to sign it'
