/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_slashing_correlation (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch at whose end the penalty is applied' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Slashed validator that is halfway to withdrawable',
  slashed_balance_gwei Nullable(UInt64) comment 'Effective balances of all validators slashed in the window that ends with the epoch; null if some of its epochs are unknown',
  penalty_gwei Nullable(UInt64) comment 'Correlation penalty, at most the balance; null if the slashed balance is unknown',
  version UInt64 comment 'Model revision, then the number of known epochs in the window'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, validator_index)
comment 'One row per slashed validator in the epoch halfway to withdrawable: the penalty that grows with the balance slashed around the same time'
