-- The unit of a chain becomes data.
alter table dim_cosmos_network
  add column if not exists denomination LowCardinality(String) comment 'Base unit of amounts, such as utia' after chain,
  add column if not exists token_symbol LowCardinality(String) comment 'Symbol of the whole token, such as TIA' after denomination,
  add column if not exists token_decimals UInt8 comment 'A whole token is 10 to this power of base units' after token_symbol,
  comment column version '2 with the unit, 1 as it was before: the highest wins'
