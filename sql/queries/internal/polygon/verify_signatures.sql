-- Whether validators signed a checkpoint.
select toString(validator) as subject, 'is_signed' as item, toString(is_signed) as value, toString(day) as date
from fct_polygon_validator_checkpoint final
where
  network = {network:String}
  and checkpoint = {point:UInt32}
  and validator in {validators:Array(UInt32)}
