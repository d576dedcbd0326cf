/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_eth_deposit_signature (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  deposit_index UInt64 comment 'Index of the deposit, counted by the contract',
  is_valid UInt8 comment '1 if the signature is by its key: only such a deposit creates a validator',
  version UInt64 comment 'Revision of the verification: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, deposit_index)
comment 'One row per deposit whose signature was verified, if it decides who created a validator'
