-- Drops dead letters by their identifiers; one that has died again since a time stays.
alter table app_dead_letter delete where
  dead_letter_id in {ids:Array(String)}
  and ifNull(died_at < {before:DateTime64(3, 'UTC')}, 1)
