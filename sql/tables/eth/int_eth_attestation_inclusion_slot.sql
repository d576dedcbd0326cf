/* ---
height: target_epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_eth_attestation_inclusion_slot (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  target_epoch UInt32 comment 'Epoch of the attestations',
  proposer_reward_gwei UInt64 comment 'Sum over attestations of the proposer reward, each rounded down',
  attestation_count UInt32 comment 'Attestations of that epoch in the block',
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 216000))
order by (network, slot, target_epoch)
comment 'One row per block and target epoch: the proposer''s reward for attestations of that epoch'
