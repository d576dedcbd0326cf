-- Turns to propose that Heimdall passed on are duties.
alter table fct_polygon_validator_checkpoint
  comment column version 'Model revision, what is known of proposers: the highest wins'
