-- Nothing is paid to BLS credentials, so validators that have them wait for no withdrawal. Queues are made again with
-- the next epoch.
alter table fct_eth_network_queue
  comment column fully_withdrawing_count 'Withdrawable with a balance, and credentials that can be paid: 0x01 or 0x02',
  comment column partially_withdrawing_count 'Effective balance at its ceiling, balance above it, and credentials 0x01 or 0x02'
