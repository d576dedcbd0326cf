-- Rows of before counted all three votes in every version.
alter table dim_eth_rating_version
  add column if not exists is_source_counted UInt8 default 1 comment '1 when correctness counts source votes beside those for target and head' after orphaned_score,
  comment column version 'Model revision: the highest wins'
