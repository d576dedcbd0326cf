-- The last day with computed states.
select toString(max(day)) as last
from int_eigenlayer_day final
where network = {network:String}
