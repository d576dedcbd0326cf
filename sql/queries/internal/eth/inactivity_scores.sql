-- Scores after the rewards of the epoch before; none where that is not computed.
select validator_index, score
from int_eth_inactivity_score final
where
  network = {network:String}
  and epoch + 1 = {epoch:UInt32}
  and version in (
    select version from int_eth_epoch final where network = {network:String} and epoch + 1 = {epoch:UInt32}
  )
