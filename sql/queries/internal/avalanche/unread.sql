-- Blocks of unknown types, or with unreadable transactions after an unknown one.
select distinct height
from raw_avalanche_unknown final
where network = {network:String} and unread_count > 0
order by height
