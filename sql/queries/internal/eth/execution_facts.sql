-- Known execution facts of epochs, as a number that only grows.
select sum(execution_fact_count) as facts
from fct_eth_block final
where
  network = {network:String}
  and slot between {from:UInt32} * {slots:UInt32} and {to:UInt32} * {slots:UInt32} + {slots:UInt32} - 1
