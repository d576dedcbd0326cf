/* ---
height: epoch
fed_by: topic epoch
keep: raw
view: eth_node_reward
--- */
create table if not exists raw_eth_node_reward (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  epoch UInt32 comment 'Epoch of the duties and blocks' codec(Delta, ZSTD(1)),
  component Enum8('attestation_source' = 1, 'attestation_target' = 2, 'attestation_head' = 3, 'attestation_inactivity' = 4, 'proposer_attestations' = 5, 'proposer_sync_aggregate' = 6, 'proposer_slashings' = 7, 'sync_committee' = 8) comment 'Reward component, as the Beacon API names it' codec(ZSTD(1)),
  slot UInt32 comment 'Slot of the block; 0 for attestations' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator that was paid' codec(Delta, ZSTD(1)),
  reward_gwei Int64 comment 'Reward, or penalty below zero' codec(T64, ZSTD(1)),
  version UInt64 comment 'Version of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(epoch, 675))
order by (network, epoch, component, slot, validator_index)
comment 'One row per reward that a beacon node returned in a sample of an epoch. It is compared with computed rewards, never used in them'
