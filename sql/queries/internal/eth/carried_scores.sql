-- The sums of inactivity_scores.sql for a range of epochs, by the epoch that they are carried into.
select epoch + 1 as carried_into, sum(score) as carried_score
from int_eth_inactivity_score final
where
  network = {network:String}
  and epoch + 1 between {from:UInt32} and {to:UInt32}
  and (epoch, version) in (
    select epoch, version
    from int_eth_epoch final
    where network = {network:String} and epoch + 1 between {from:UInt32} and {to:UInt32}
  )
group by epoch
