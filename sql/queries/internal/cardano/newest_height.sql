-- The newest epoch, and the number of them; 0 if there are none.
select count() as rows, max(epoch) as height
from raw_cardano_epoch
where network = {network:String}
