/* ---
height: epoch
fed_by: topic epoch
keep: forever
--- */
create table if not exists raw_eth_day_balance (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Last epoch of a chain day or of a UTC day' codec(Delta, ZSTD(1)),
  active_balance_gwei UInt64 comment 'Balances, after the last slot of the epoch, of the validators that are active in it',
  validator_count UInt32 comment 'Validators that are active in the epoch',
  version UInt64 comment 'Source position: the latest slot seen by the listener when it published the row'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per last epoch of a chain day or UTC day: the total balance of active validators'
