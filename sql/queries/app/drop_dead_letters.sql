-- Drops dead letters by their identifiers, except those that failed again since a time.
alter table app_dead_letter delete where
  dead_letter_id in {ids:Array(String)}
  and ifNull(died_at < {before:DateTime64(3, 'UTC')}, 1)
