/* ---
height: none
fed_by: model
keep: forever
--- */
create table if not exists dim_eth_depositor (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  validator_index UInt32 comment 'Index' codec(Delta, ZSTD(1)),
  depositor String comment 'Sender of the transaction that created it, 0x and hex; empty while only later deposits are known' codec(ZSTD(3)),
  version UInt64 comment 'What is known of its deposits, as a number that only grows: the highest wins' codec(T64, ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, validator_index)
comment 'One row per validator that has a day of entities and a known deposit: who paid it'
