-- How many entities of a type have active validators on the last complete day.
select count() as total
from fct_eth_entity_window as records final
where
  /* include fragments/eth/ranked_entities.sql */
/* include fragments/keyed_read.sql */
