-- Whether an operator was ever registered.
select 1 as found
from raw_eigenlayer_operator
where network = {network:String} and operator = toFixedString(unhex(substring({account:String}, 3)), 20)
limit 1
