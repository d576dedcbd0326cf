alter table raw_cosmos_block
  comment column version 'Decoder revision, then neighbours that are known: the highest wins'
