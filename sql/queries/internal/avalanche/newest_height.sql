-- The newest block, and the number of them; 0 if there are none.
select count() as rows, max(height) as height
from raw_avalanche_block
where network = {network:String}
