-- What one relay delivered is known while others fail; that none did is not.
alter table fct_eth_block
  comment column external_rewards_wei 'The same of a block that a relay delivered, 0 of others; null where none did while not all requested relays told of the epoch',
  comment column is_relay_known '1 when all requested relays told of the epoch: only then relays are complete'
