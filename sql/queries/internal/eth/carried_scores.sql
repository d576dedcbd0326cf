-- The sums of inactivity_scores.sql for a range of epochs, by the epoch that they are carried into.
with
  reported as (
    select epoch
    from raw_eth_epoch final
    where
      network = {network:String}
      and epoch between {from:UInt32} and {to:UInt32}
      and inactivity_score_rows is not null
  )
select epoch as carried_into, sum(score) as carried_score
from raw_eth_inactivity_score final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32} and epoch in (reported)
group by epoch
union all
select epoch + 1 as carried_into, sum(score) as carried_score
from int_eth_inactivity_score final
where
  network = {network:String}
  and epoch + 1 between {from:UInt32} and {to:UInt32}
  and epoch + 1 not in (reported)
  and (epoch, version) in (
    select epoch, version
    from int_eth_epoch final
    where network = {network:String} and epoch + 1 between {from:UInt32} and {to:UInt32}
  )
group by epoch
