/* ---
height: none
fed_by: topic registry
keep: forever
--- */
create table if not exists dim_eth_validator (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  validator_index UInt32 comment 'Index',
  pubkey FixedString(48) comment 'BLS public key, bytes',
  withdrawal_credentials FixedString(32) comment 'Credentials, bytes',
  withdrawal_address Nullable(String) alias if(reinterpretAsUInt8(withdrawal_credentials) = 0, null, concat('0x', lower(hex(substring(withdrawal_credentials, 13))))) comment '0x address for credentials 0x01, 0x02; null for BLS credentials',
  effective_balance_gwei UInt64 comment 'Effective balance at the epoch of the record',
  is_slashed UInt8 comment '1 once slashed',
  activation_eligibility_epoch Nullable(UInt32) comment 'null is not yet',
  activation_epoch Nullable(UInt32) comment 'null is not yet',
  exit_epoch Nullable(UInt32) comment 'null is not planned',
  withdrawable_epoch Nullable(UInt32) comment 'null is not planned',
  version UInt64 comment 'Epoch of the record: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index)
comment 'One row per validator: identity and its latest known status'
