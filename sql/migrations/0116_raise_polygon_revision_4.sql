-- Proposers that only Heimdall names are charged no longer.
alter table fct_polygon_validator_checkpoint
  comment column version 'Model revision, what is known of proposers: the highest wins'
