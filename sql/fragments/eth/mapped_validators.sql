-- Validators with entities on the mapping day.
from int_eth_validator_entity_daily final
where
  network = {network:String}
  and day_type = 'chain'
  and day = {mappingDay:UInt32}
