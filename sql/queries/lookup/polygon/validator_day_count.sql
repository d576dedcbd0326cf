-- Number of days with a record of one validator.
select count() as total
from fct_polygon_validator_daily as record final
where record.network = {network:String} and record.validator = {validatorId:UInt32}
