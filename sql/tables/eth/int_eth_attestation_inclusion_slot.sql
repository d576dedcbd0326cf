/* ---
height: target_epoch
fed_by: transform
keep: forever
--- */
create table if not exists int_eth_attestation_inclusion_slot (
  network LowCardinality(String) comment 'Network, as X-Service-Network names it',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  target_epoch UInt32 comment 'Epoch of the attestations',
  proposer_reward_gwei UInt64 comment 'Sum over attestations of the floored proposer reward',
  attestation_count UInt32 comment 'Attestations of that epoch in the block',
  version UInt64 comment 'Model revision'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 216000))
order by (network, slot, target_epoch)
comment 'One row per block and target epoch: what its proposer earned for attestations of that epoch'
