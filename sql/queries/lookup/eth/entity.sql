-- Types of which an entity of this name is known.
select distinct id_type as idType
from fct_eth_entity_performance_daily final
where
  network = {network:String}
  and day_type = 'chain'
  and id_type in {idTypes:Array(String)}
  and entity = {id:String}
  and row_count > 0
