-- Participation is no longer compared with the best account, and without a leader schedule leader slots are unknown.
alter table fct_solana_validator_performance_interval
  modify column leader_slot_count Nullable(UInt32) comment 'Slots that it led; null when the leader of a slot of the period is unknown' codec(ZSTD(1)),
  comment column produced_count 'Blocks that it produced',
  comment column participation 'Under Alpenglow: certificates that include it, of those that could, by blocks of the epochs; null when unknown',
  comment column proposer_effectiveness 'Blocks by what they hold, of the slots that it led: 0 to 1; null without any, and when they are unknown'
