-- How many epochs of a range are computed, and how many of them no day record covers yet.
with (
    select max(end_epoch)
    from int_eth_day final
    where network = {network:String} and day_type = 'chain' and start_epoch <= {to:UInt32}
  ) as covered
select count() as epochs, countIf(epoch > covered) as uncovered
from int_eth_epoch final
where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
