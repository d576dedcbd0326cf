-- Windows are made again with the next day, or with the next fact of execution.
alter table fct_eth_entity_rank
  add column if not exists apr_percentage Nullable(Float64) comment 'As in fct_eth_entity_window' codec(ZSTD(1)) after validator_effectiveness,
  add column if not exists relayer_percentages Array(Tuple(relayer String, percentage Float64)) comment 'As in fct_eth_entity_window' codec(ZSTD(1)) after apr_percentage
