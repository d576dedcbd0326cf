-- The sum of inactivity_scores.sql.
select sum(score) as sum
from int_eth_inactivity_score final
where
  network = {network:String}
  and epoch + 1 = {epoch:UInt32}
  and version in (
    select version from int_eth_epoch final where network = {network:String} and epoch + 1 = {epoch:UInt32}
  )
