/* ---
height: height
fed_by: topic block
steady: block
announces: [raw_avalanche_stake, raw_avalanche_config, raw_avalanche_reward, raw_avalanche_unknown]
keep: forever
--- */
create table if not exists raw_avalanche_block (
  network LowCardinality(String) comment 'Network, such as mainnet',
  height UInt32 comment 'Height on the P-chain' codec(Delta, ZSTD(1)),
  kind Enum8('standard' = 0, 'proposal' = 1, 'commit' = 2, 'abort' = 3, 'atomic' = 4, 'unknown' = 5) comment 'Kind of block; commit and abort decide the proposal in the block before them' codec(ZSTD(1)),
  block_at DateTime('UTC') comment 'Time of the block; before Banff, the chain time after the block' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, height)
comment 'One row per block of the P-chain'
