-- Epochs without blocks, whose missed slots are valued at the mean of all earlier blocks.
select epoch
from fct_eth_block final
where network = {network:String} and slot >= {from:UInt32} * {slots:UInt32}
group by epoch
having countIf(status = 'proposed') = 0
order by epoch
