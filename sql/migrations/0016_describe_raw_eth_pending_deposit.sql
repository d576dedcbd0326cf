alter table raw_eth_pending_deposit
  comment column version 'Decoder revision: the highest wins'
