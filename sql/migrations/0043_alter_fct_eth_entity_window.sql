-- Windows are made again with the next day, or with the next fact of execution.
alter table fct_eth_entity_window
  add column if not exists apr_execution_wei Nullable(UInt256) comment 'Their priority fees and baseline MEV; null where those of a block are not known, or no execution node told of any' codec(ZSTD(1)) after apr_balance_sum_gwei,
  add column if not exists apr_percentage Nullable(Float64) comment 'Yearly rate of consensus and execution rewards, each in percent to two decimals; null where either is not known' codec(ZSTD(1)) after apr_execution_wei,
  add column if not exists relayer_percentages Array(Tuple(relayer String, percentage Float64)) comment 'Shares of the relays in the blocks of the window, no_mev_boost among them, the largest first; empty while none is known' codec(ZSTD(1)) after apr_percentage
