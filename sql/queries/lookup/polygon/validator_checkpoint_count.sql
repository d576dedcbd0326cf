-- Number of checkpoints with a record of one validator.
select count() as total
from fct_polygon_validator_checkpoint as record final
where record.network = {network:String} and record.validator = {validatorId:UInt32}
