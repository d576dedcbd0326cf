-- The newest slot, and the number of them; 0 if there are none.
select count() as rows, max(slot) as height
from raw_solana_slot
where network = {network:String}
