/* ---
height: height
fed_by: topic block
keep: forever
--- */
create table if not exists raw_avalanche_config (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height of the block with the transaction' codec(Delta, ZSTD(1)),
  position UInt32 comment 'Index of the transaction in the block',
  tx_id FixedString(64) comment 'Transaction that started the validator, hex',
  period UInt64 comment 'Duration of the next cycle in seconds; 0 if the validator stops at the end of this one',
  restake_shares UInt32 comment 'Share of the rewards of a cycle that is restaked, in millionths',
  version UInt64 comment 'Revision of the decoder: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height, position)
comment 'One row per change to what an auto-renewed validator does at the end of its cycle'
