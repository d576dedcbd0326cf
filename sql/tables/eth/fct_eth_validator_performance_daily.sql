/* ---
height: day
fed_by: model
keep: day
--- */
create table if not exists fct_eth_validator_performance_daily (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  day_type Enum8('chain' = 1, 'utc' = 2) comment 'chain: 24 hours, counted from genesis. utc: the UTC day in which the epoch starts',
  validator_index UInt32 comment 'Index of the validator' codec(ZSTD(1)),
  day UInt32 comment 'Number of the day, 0 at genesis' codec(Delta, ZSTD(1)),
  date Date comment 'chain: UTC date on which the day ends. utc: UTC date' codec(Delta, ZSTD(1)),
  start_epoch UInt32 comment 'First epoch covered' codec(Delta, ZSTD(1)),
  end_epoch UInt32 comment 'Last epoch covered' codec(Delta, ZSTD(1)),
  is_complete UInt8 comment '1 if all epochs of the day are covered; the row never changes after that' codec(ZSTD(1)),
  attestation_duty_count UInt32 comment 'Attestation duties' codec(T64, ZSTD(1)),
  attested_count UInt32 comment 'Duties with an included attestation' codec(T64, ZSTD(1)),
  attestation_count UInt32 comment 'Inclusions of attestations, duplicates in aggregates counted' codec(T64, ZSTD(1)),
  correct_source_count UInt32 alias attested_count comment 'Votes with the correct source, which every included attestation has',
  correct_target_count UInt32 comment 'Votes with the correct target root, however late' codec(T64, ZSTD(1)),
  correct_head_count UInt32 comment 'Votes with the correct head root, however late' codec(T64, ZSTD(1)),
  counted_vote_count UInt32 alias (2 + is_source_counted) * attested_count comment 'Votes that correctness counts: two or three per included attestation',
  correct_vote_count UInt32 alias correct_target_count + correct_head_count + is_source_counted * attested_count comment 'Counted votes that are correct',
  inclusion_delay_sum UInt32 comment 'Sum of inclusion delays in slots' codec(T64, ZSTD(1)),
  late_source_count UInt32 comment 'Source votes included later than 5 slots' codec(T64, ZSTD(1)),
  late_target_count UInt32 comment 'Target votes included later than 32 slots, before Deneb' codec(T64, ZSTD(1)),
  late_head_count UInt32 comment 'Head votes included later than 1 slot' codec(T64, ZSTD(1)),
  wrong_target_count UInt32 alias attested_count - correct_target_count comment 'Included votes with a wrong target root',
  wrong_head_count UInt32 alias attested_count - correct_head_count comment 'Included votes with a wrong head root',
  proposer_duty_count UInt32 comment 'Proposer duties' codec(T64, ZSTD(1)),
  proposed_count UInt32 comment 'Canonical proposals' codec(T64, ZSTD(1)),
  proposed_empty_count UInt32 comment 'Canonical proposals without transactions' codec(T64, ZSTD(1)),
  orphaned_count UInt32 comment 'Orphaned proposals' codec(T64, ZSTD(1)),
  unknown_orphan_count UInt32 comment 'Missed proposals that may have been orphaned, if an orphan would score: nodes forget orphans, and no node may know those of old history' codec(T64, ZSTD(1)),
  proposer_score_sum Float64 comment 'Sum of proposal scores by the rating version in force' codec(ZSTD(1)),
  sync_signature_count UInt32 comment 'Signed sync committee slots' codec(T64, ZSTD(1)),
  sync_missed_count UInt32 comment 'Missed sync committee slots' codec(T64, ZSTD(1)),
  slashes_received_count UInt32 comment 'Number of times slashed' codec(T64, ZSTD(1)),
  slashes_collected_count UInt32 comment 'Validators slashed by its blocks' codec(T64, ZSTD(1)),
  attestation_reward_gwei Int64 comment 'Attestation rewards, without penalties' codec(T64, ZSTD(1)),
  attestation_penalty_gwei Int64 alias late_source_penalty_gwei + late_target_penalty_gwei + wrong_target_penalty_gwei + wrong_head_penalty_gwei + missed_attestation_penalty_gwei comment 'Attestation penalties, zero or below',
  inactivity_penalty_gwei Int64 comment 'Inactivity leak penalties, zero or below' codec(T64, ZSTD(1)),
  sync_reward_gwei Int64 comment 'Sync rewards, without penalties' codec(T64, ZSTD(1)),
  sync_penalty_gwei Int64 comment 'Sync penalties, zero or below' codec(T64, ZSTD(1)),
  proposer_attestation_reward_gwei Int64 comment 'Proposer rewards for attestations' codec(T64, ZSTD(1)),
  proposer_sync_reward_gwei Int64 comment 'Proposer rewards for sync aggregates' codec(T64, ZSTD(1)),
  proposer_slashing_reward_gwei Int64 comment 'Proposer rewards for slashing evidence' codec(T64, ZSTD(1)),
  slashing_penalty_gwei Int64 comment 'Initial slashing penalties and known correlation penalties, zero or below' codec(T64, ZSTD(1)),
  late_source_penalty_gwei Int64 comment 'Penalties for late source votes, zero or below' codec(T64, ZSTD(1)),
  late_target_penalty_gwei Int64 comment 'Penalties for late target votes, zero or below' codec(T64, ZSTD(1)),
  wrong_target_penalty_gwei Int64 comment 'Penalties for wrong target votes, zero or below' codec(T64, ZSTD(1)),
  wrong_head_penalty_gwei Int64 comment 'Penalties for wrong head votes (before Altair), zero or below' codec(T64, ZSTD(1)),
  missed_attestation_penalty_gwei Int64 comment 'Penalties for missed attestations, and all attestation penalties of slashed validators, zero or below' codec(T64, ZSTD(1)),
  missed_attestation_reward_gwei Int64 comment 'Rewards of the flags that were not earned' codec(T64, ZSTD(1)),
  missed_proposal_reward_gwei Int64 comment 'Mean consensus block reward of the epoch, for each duty without a canonical block' codec(T64, ZSTD(1)),
  tips_wei UInt256 comment 'Priority fees of its canonical blocks that reached it; for a block paid by a builder, at most the payment' codec(ZSTD(1)),
  baseline_mev_wei UInt256 comment 'Other execution rewards: the part of a payment above the priority fees, or transfers to the fee recipient' codec(ZSTD(1)),
  external_rewards_wei UInt256 comment 'Priority fees and baseline MEV of its blocks that a relay delivered' codec(ZSTD(1)),
  missed_execution_rewards_wei UInt256 comment 'Mean execution rewards of the blocks of the epoch, for each duty without a canonical block' codec(ZSTD(1)),
  unknown_execution_count UInt32 default proposed_count comment 'Canonical blocks with unknown priority fees, which sums leave out' codec(T64, ZSTD(1)),
  unknown_external_count UInt32 default proposed_count comment 'Canonical blocks for which relay rewards are unknown' codec(T64, ZSTD(1)),
  unknown_missed_count UInt32 default proposer_duty_count - proposed_count comment 'Duties without a canonical block whose missed execution rewards are unknown' codec(T64, ZSTD(1)),
  unknown_slashing_count UInt32 comment 'Unknown correlation penalties of the day, which slashing_penalty_gwei leaves out: the slashings of the preceding weeks are not all known' codec(T64, ZSTD(1)),
  execution_fact_count UInt64 comment 'Number of known execution facts of the epochs of its duties, which only grows' codec(T64, ZSTD(1)),
  effective_balance_gwei Nullable(UInt64) comment 'Effective balance in the state of end_epoch; null if no longer stored, and in rows older than this column' codec(T64, ZSTD(1)),
  attester_effectiveness Nullable(Float64) comment '0 to 100; null without an attestation duty' codec(ZSTD(1)),
  proposer_effectiveness Nullable(Float64) comment '0 to 100; null without a proposer duty' codec(ZSTD(1)),
  validator_effectiveness Nullable(Float64) comment 'Weighted rating, 0 to 100; null without a rated duty' codec(ZSTD(1)),
  is_source_counted UInt8 default 1 comment '1 if correctness counts source votes, by the rating version' codec(ZSTD(1)),
  rating_version LowCardinality(String) comment 'Rating version in force at the first epoch of the day' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then covered epochs, then their known facts: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, day_type, intDiv(day, 366))
order by (network, day_type, validator_index, day)
-- A part is one file, however large: pages read all columns of a few rows, and to open a file for each of them took
-- longer than to read it. A scan of one column takes a tenth longer.
settings min_bytes_for_wide_part = 1099511627776
comment 'One row per validator and day on which it had a duty, or was paid, penalised or slashed; chain days and UTC days'
