-- Number of entities in a list.
select sum(records.list_size) as total
from fct_eth_entity_rank as records final
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.time_window = {window:String}
  and records.list = {list:String}
  and records.rank = 0
  and /* include fragments/eth/ranked_now.sql */
