/* ---
height: height
fed_by: topic block
keep: forever
--- */
create table if not exists raw_avalanche_reward (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the proposal; the next block commits or aborts it' codec(Delta, ZSTD(1)),
  type_id UInt32 comment '20 for a stake, 42 for a cycle of an auto-renewed validator',
  tx_id FixedString(64) comment 'Transaction that started the stake, hex',
  version UInt64 comment 'Revision of the decoder: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height)
comment 'One row per proposal to reward a stake'
