-- A state of each day stays: the next day's no longer takes its place.
alter table raw_polygon_validator
  add column if not exists day Date comment 'UTC day of the block at which the contract was read; 1970-01-01 in rows of before states were kept by day' after validator,
  modify order by (network, validator, day),
  modify comment 'One row per validator and UTC day: what the contract and Heimdall said last on it'
