alter table raw_cosmos_validator
  comment column version 'Decoder revision, then whether delegations were read: the highest wins'
