-- The last day whose states are made.
select toString(max(day)) as last
from int_eigenlayer_day final
where network = {network:String}
