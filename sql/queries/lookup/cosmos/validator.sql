-- Whether a validator is known: in a state, or paid.
select 1 as found
from raw_cosmos_validator
where network = {network:String} and validator = {validator:String}
limit 1
union all
select 1 as found
from int_cosmos_validator_daily
where network = {network:String} and validator = {validator:String}
limit 1
