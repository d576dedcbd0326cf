-- Days that may have become complete since they were computed: the running one, and those at the edges of the known
-- range.
select network, toString(int_polkadot_day.day) as day
from int_polkadot_day final
where is_complete = 0
order by network, day
