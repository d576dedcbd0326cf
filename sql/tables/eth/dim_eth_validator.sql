/* ---
height: none
fed_by: topic registry
keep: forever
--- */
create table if not exists dim_eth_validator (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  validator_index UInt32 comment 'Index of the validator',
  pubkey FixedString(48) comment 'BLS public key, bytes',
  withdrawal_credentials FixedString(32) comment 'Withdrawal credentials, bytes',
  withdrawal_address Nullable(String) alias if(reinterpretAsUInt8(withdrawal_credentials) = 0, null, concat('0x', lower(hex(substring(withdrawal_credentials, 13))))) comment '0x address for credentials 0x01, 0x02; null for BLS credentials',
  effective_balance_gwei UInt64 comment 'Effective balance at the epoch of the record',
  is_slashed UInt8 comment '1 if slashed',
  activation_eligibility_epoch Nullable(UInt32) comment 'Null if not reached yet',
  activation_epoch Nullable(UInt32) comment 'Null if not reached yet',
  exit_epoch Nullable(UInt32) comment 'Null if not scheduled',
  withdrawable_epoch Nullable(UInt32) comment 'Null if not scheduled',
  version UInt64 comment 'Epoch of the record: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index)
comment 'One row per validator: its identity and latest known status'
