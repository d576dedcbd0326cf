/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_slashing_correlation (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch at whose end the penalty is taken' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Slashed validator that is half-way to withdrawable',
  slashed_balance_gwei Nullable(UInt64) comment 'Effective balances of all that were slashed in the window that ends with the epoch; null when some of its epochs are not known',
  penalty_gwei Nullable(UInt64) comment 'Correlation penalty, no more than the balance; null when what was slashed is not known',
  version UInt64 comment 'Model revision, then how many epochs of the window are known'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, validator_index)
comment 'One row per slashed validator in the epoch half-way to withdrawable: the penalty that grows with all that was slashed around the same time'
