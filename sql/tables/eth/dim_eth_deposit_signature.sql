/* ---
height: none
fed_by: transform
keep: forever
--- */
create table if not exists dim_eth_deposit_signature (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  deposit_index UInt64 comment 'Number of the deposit, counted by the contract since its first',
  is_valid UInt8 comment '1 for a signature of its key: only such a deposit creates a validator',
  version UInt64 comment 'Revision of the verification: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (network, deposit_index)
comment 'One row per deposit whose signature was verified: where it decides who created a validator'
