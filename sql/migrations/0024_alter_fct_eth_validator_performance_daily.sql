-- Rows of before counted all three votes in every version.
alter table fct_eth_validator_performance_daily
  add column if not exists is_source_counted UInt8 default 1 comment '1 when correctness counts source votes, by the rating version' codec(ZSTD(1)) after validator_effectiveness,
  add column if not exists counted_vote_count UInt32 alias (2 + is_source_counted) * attested_count comment 'Votes that correctness counts: two or three of each included attestation' after correct_head_count,
  add column if not exists correct_vote_count UInt32 alias correct_target_count + correct_head_count + is_source_counted * attested_count comment 'Those of them that are right' after counted_vote_count
