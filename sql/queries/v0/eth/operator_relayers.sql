-- Shares of relays in an entity's blocks of a time window, the largest first.
select share.1 as relayer, share.2 as percentage
from fct_eth_entity_window as records final
array join records.relayer_percentages as share
where
  records.network = {network:String}
  and records.id_type = {idType:String}
  and records.entity = {id:String}
  and records.time_window = {window:String}
/* include fragments/keyed_read.sql */
