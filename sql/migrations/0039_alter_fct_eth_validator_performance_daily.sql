-- Of days of before it is unknown, until what execution nodes tell of them comes in.
alter table fct_eth_validator_performance_daily
  add column if not exists tips_wei UInt256 comment 'Priority fees of its canonical blocks that reached it: of a block whose builder paid it no more than the payment' codec(ZSTD(1)) after missed_proposal_reward_gwei,
  add column if not exists baseline_mev_wei UInt256 comment 'What else reached it: of the payment what is above the priority fees, or transfers to the fee recipient' codec(ZSTD(1)) after tips_wei,
  add column if not exists external_rewards_wei UInt256 comment 'Both of its blocks that a relay delivered' codec(ZSTD(1)) after baseline_mev_wei,
  add column if not exists missed_execution_rewards_wei UInt256 comment 'Mean of both over the blocks of the epoch, for each duty without a canonical block' codec(ZSTD(1)) after external_rewards_wei,
  add column if not exists unknown_execution_count UInt32 default proposed_count comment 'Canonical blocks whose priority fees are not known: sums are without them' codec(T64, ZSTD(1)) after missed_execution_rewards_wei,
  add column if not exists unknown_external_count UInt32 default proposed_count comment 'Canonical blocks of which it is not known what came by a relay' codec(T64, ZSTD(1)) after unknown_execution_count,
  add column if not exists unknown_missed_count UInt32 default proposer_duty_count - proposed_count comment 'Duties without a canonical block whose execution rewards are not known' codec(T64, ZSTD(1)) after unknown_external_count,
  add column if not exists execution_fact_count UInt64 comment 'What is known of the execution of the epochs of its duties, as a number that only grows' codec(T64, ZSTD(1)) after unknown_missed_count
