/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_eth_slashing_correlation (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  epoch UInt32 comment 'Epoch at whose end the penalty is taken' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Slashed validator that is half-way to withdrawable',
  effective_balance_gwei UInt64 comment 'Effective balance of the validator in the epoch',
  total_active_balance_gwei UInt64 comment 'Effective balances of all active validators in the epoch',
  increment_gwei UInt64 comment 'Increment of effective balances',
  multiplier UInt8 comment 'How many times the slashed balance counts, by the fork in force',
  is_per_increment UInt8 comment '1 when the penalty of an increment is rounded down (since Electra), 0 when that of the validator is rounded down to increments',
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, validator_index)
comment 'One row per slashed validator in the epoch half-way to withdrawable: what its correlation penalty is made of, but for what else was slashed'
