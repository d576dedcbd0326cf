select count() as rows, max(height) as height
from raw_cosmos_block
where network = {network:String}
