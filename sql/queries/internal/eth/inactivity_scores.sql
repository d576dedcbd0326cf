-- Scores at the start of an epoch: those read from a node's state, otherwise those after the rewards of the previous
-- epoch; none if that is not computed.
with
  (
    select count() > 0
    from raw_eth_epoch final
    where network = {network:String} and epoch = {epoch:UInt32} and inactivity_score_rows is not null
  ) as is_reported
select validator_index, score
from raw_eth_inactivity_score final
where network = {network:String} and epoch = {epoch:UInt32} and is_reported
union all
select validator_index, score
from int_eth_inactivity_score final
where
  network = {network:String}
  and epoch + 1 = {epoch:UInt32}
  and not is_reported
  and version in (
    select version from int_eth_epoch final where network = {network:String} and epoch + 1 = {epoch:UInt32}
  )
