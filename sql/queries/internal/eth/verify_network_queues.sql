-- The activation, exit and withdrawal queues of an epoch, for the comparison with the Beacon API.
select '' as subject, part.1 as item, toString(assumeNotNull(part.2)) as value
from fct_eth_network_queue final
array join [
  ('exiting_count', toNullable(toUInt64(exiting_count))),
  ('exiting_balance_gwei', toNullable(exiting_balance_gwei)),
  ('activating_count', toUInt64(activating_count)),
  ('activating_balance_gwei', activating_balance_gwei),
  ('fully_withdrawing_count', toNullable(toUInt64(fully_withdrawing_count))),
  ('fully_withdrawing_balance_gwei', toNullable(fully_withdrawing_balance_gwei))
] as part
where
  network = {network:String}
  and epoch = {point:UInt32}
  and part.2 is not null
  and part.1 in {items:Array(String)}
