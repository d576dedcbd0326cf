-- The newest epoch, and how many there are: 0 tells that there is none.
select count() as rows, max(epoch) as height
from raw_cardano_epoch
where network = {network:String}
