-- A day whose facts are replaced is computed again. Days of before say 0, which is no
-- checksum: they are computed once more.
alter table int_polygon_day
  modify column is_complete UInt8 comment '1 when they are all of the day; the day changes then only with what becomes known of proposers, or with facts that are corrected',
  add column if not exists facts_checksum UInt64 comment 'Checksum of what the checkpoints of the day are computed from; 0: computed before it was kept' after is_complete
