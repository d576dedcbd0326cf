-- The newest block, and the number of spans; 0 if there are none.
select count() as rows, max(to_block) as height
from raw_eigenlayer_span
where network = {network:String}
