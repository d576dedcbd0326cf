-- Blocks of types that are not known, or with transactions behind such ones that could not be read.
select distinct height
from raw_avalanche_unknown final
where network = {network:String} and unread_count > 0
order by height
