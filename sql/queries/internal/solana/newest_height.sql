-- The newest slot, and how many there are: 0 tells that there is none.
select count() as rows, max(slot) as height
from raw_solana_slot
where network = {network:String}
