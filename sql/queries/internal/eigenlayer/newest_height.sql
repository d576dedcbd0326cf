-- The newest block, and how many spans there are: 0 tells that there is none.
select count() as rows, max(to_block) as height
from raw_eigenlayer_span
where network = {network:String}
