/* ---
height: epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_eth_slashing_correlation (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch at whose end the penalty is applied' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Slashed validator that is halfway to withdrawable',
  effective_balance_gwei UInt64 comment 'Effective balance of the validator in the epoch',
  total_active_balance_gwei UInt64 comment 'Effective balances of all active validators in the epoch',
  increment_gwei UInt64 comment 'Effective balance increment',
  multiplier UInt8 comment 'Multiplier of the slashed balance, by the rules of the fork in force',
  is_per_increment UInt8 comment '1 if the penalty per increment is rounded down (since Electra), 0 if the validator''s penalty is rounded down to increments',
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch, validator_index)
comment 'One row per slashed validator in the epoch halfway to withdrawable: the inputs of its correlation penalty, without the other slashings'
