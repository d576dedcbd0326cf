/* ---
height: none
fed_by: model
keep: forever
--- */
create table if not exists dim_eth_depositor (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  validator_index UInt32 comment 'Index of the validator' codec(Delta, ZSTD(1)),
  depositor String comment 'Sender of the transaction that created the validator, 0x and hex; empty while only later deposits are known' codec(ZSTD(3)),
  version UInt64 comment 'Number of known facts of its deposits, which only grows: the highest wins' codec(T64, ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index)
comment 'One row per validator that has an entity record and a known deposit: its depositor'
