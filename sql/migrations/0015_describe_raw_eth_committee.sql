alter table raw_eth_committee
  comment column version 'Decoder revision: the highest wins'
