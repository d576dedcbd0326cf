/* ---
height: epoch
fed_by: transform
steady: epoch
keep: epoch
--- */
create table if not exists fct_eth_validator_duty_epoch (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Index of the validator' codec(DoubleDelta, ZSTD(1)),
  vote_flags UInt8 comment 'Bits: 1 has a duty, 2 correct target root, 4 correct head root, 8 timely source, 16 timely target, 32 timely head, 64 slashed' codec(ZSTD(1)),
  inclusion_delay UInt8 comment 'Slots between duty and first inclusion; 0 if missed' codec(ZSTD(1)),
  inclusion_count UInt16 comment 'Inclusions in blocks, duplicates counted' codec(ZSTD(1)),
  effective_balance_gwei UInt64 comment 'Effective balance from which the rewards were computed (that of the following epoch)' codec(T64, ZSTD(1)),
  source_reward_gwei Int32 comment 'Reward, or penalty below zero, for the source vote' codec(ZSTD(1)),
  target_reward_gwei Int32 comment 'Reward, or penalty below zero, for the target vote' codec(ZSTD(1)),
  head_reward_gwei Int32 comment 'Reward, or (before Altair) penalty below zero, for the head vote' codec(ZSTD(1)),
  inclusion_delay_reward_gwei Int32 comment 'Before Altair: reward for early inclusion' codec(ZSTD(1)),
  inactivity_penalty_gwei Int64 comment 'Penalty of an inactivity leak, zero or below' codec(ZSTD(1)),
  missed_reward_gwei Int32 comment 'Rewards of the flags that were not earned' codec(ZSTD(1)),
  sync_signature_count UInt16 comment 'Number of seats that signed, over the blocks of the epoch' codec(ZSTD(1)),
  sync_missed_count UInt16 comment 'Number of seats that did not sign, over the blocks of the epoch' codec(ZSTD(1)),
  sync_reward_gwei Int32 comment 'Sync rewards less penalties' codec(ZSTD(1)),
  sync_penalty_gwei Int32 comment 'Sync penalties, zero or below' codec(ZSTD(1)),
  sync_first_slot_reward_gwei Int32 comment 'Part of sync_reward_gwei from the first slot of the epoch, which a balance at that slot already includes' codec(ZSTD(1)),
  has_duty UInt8 alias bitAnd(vote_flags, 1) comment '1 if the validator had an attestation duty',
  is_attested UInt8 alias inclusion_delay > 0 comment '1 if its attestation was included',
  is_target_correct UInt8 alias bitTest(vote_flags, 1) comment '1 if its target vote was correct',
  is_head_correct UInt8 alias bitTest(vote_flags, 2) comment '1 if its head vote was correct',
  is_source_timely UInt8 alias bitTest(vote_flags, 3) comment '1 if the source flag was earned',
  is_target_timely UInt8 alias bitTest(vote_flags, 4) comment '1 if the target flag was earned',
  is_head_timely UInt8 alias bitTest(vote_flags, 5) comment '1 if the head flag was earned',
  is_slashed UInt8 alias bitTest(vote_flags, 6) comment '1 if it was slashed when the rewards were paid',
  version UInt64 comment 'Model revision' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, validator_index)
-- New parts are one file instead of a hundred; merged ones beyond 256 MiB are one a column again.
settings min_bytes_for_wide_part = 268435456
comment 'One row per validator and epoch in which it had an attestation duty, held a sync committee seat or could be penalised (slashed, not yet withdrawable)'
