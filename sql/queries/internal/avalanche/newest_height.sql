-- The newest block, and how many there are: 0 tells that there is none.
select count() as rows, max(height) as height
from raw_avalanche_block
where network = {network:String}
