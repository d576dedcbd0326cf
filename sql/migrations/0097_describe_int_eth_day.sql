-- Days of entities are computed after those of validators.
alter table int_eth_day
  comment column is_complete '1 when all epochs of the day are covered; records of entities follow later, see is_complete of fct_eth_entity_performance_daily'
