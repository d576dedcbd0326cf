alter table raw_cosmos_state
  comment column version 'Decoder revision, then whether delegations were read: the highest wins'
