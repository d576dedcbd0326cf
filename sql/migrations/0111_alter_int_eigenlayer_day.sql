-- A day whose facts are replaced is computed again. Days of before say 0, which is no
-- checksum: they are computed once more.
alter table int_eigenlayer_day
  add column if not exists facts_checksum UInt64 comment 'Checksum of the facts of the day that its states are computed from; 0: computed before it was kept' codec(ZSTD(1)) after difference_count
