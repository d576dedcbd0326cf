/* ---
height: epoch
fed_by: model
keep: forever
--- */
create table if not exists fct_eth_proposal_slot (
  network LowCardinality(String) comment 'Network, as in X-Service-Network',
  slot UInt32 comment 'Slot of the block' codec(Delta, ZSTD(1)),
  epoch UInt32 comment 'Epoch of the slot' codec(Delta, ZSTD(1)),
  validator_index UInt32 comment 'Validator with the proposer duty',
  status Enum8('missed' = 0, 'proposed' = 1, 'orphaned' = 2) comment 'Status of the slot',
  is_payload_empty UInt8 comment '1 if the block was proposed without transactions (since the merge)',
  block_root FixedString(66) comment 'Root of the block; all zeros when missed',
  attestation_reward_gwei Nullable(UInt64) comment 'For included attestations; null until the duties of both epochs are computed',
  sync_reward_gwei Nullable(UInt64) comment 'For the sync aggregate',
  slashing_reward_gwei Nullable(UInt64) comment 'For slashing evidence',
  slashing_count UInt16 comment 'Validators slashed by the block',
  missed_reward_gwei Nullable(UInt64) comment 'If not proposed, the mean consensus reward of the blocks proposed in the epoch, or of all known earlier blocks if it has none',
  version UInt64 comment 'Model revision, then completeness: known attestation reward, orphan seen, earlier blocks known for an epoch without any'
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(slot, 216000))
order by (network, slot)
comment 'One row per slot after genesis: the proposer duty and its result'
