-- A state that was told before has no time; the next one, within a day, has.
alter table raw_polygon_rule
  add column if not exists block_at DateTime('UTC') comment 'Time of that block' after block_number
