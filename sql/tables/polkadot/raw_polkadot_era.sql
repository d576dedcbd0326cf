/* ---
height: era
fed_by: topic era
steady: era
announces: [raw_polkadot_exposure, raw_polkadot_validator]
keep: forever
view: polkadot_era
--- */
create table if not exists raw_polkadot_era (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  day Date comment 'UTC day of end_at' codec(Delta, ZSTD(1)),
  source Enum8('asset_hub' = 0, 'relay' = 1) comment 'Chain of end_block: the relay chain before staking moved to Asset Hub in November 2025',
  end_hash FixedString(66) comment 'Hash of end_block, 0x and hex',
  end_block UInt32 comment 'Block that emitted EraPaid; storage is read after it' codec(Delta, ZSTD(1)),
  previous_day Nullable(Date) comment 'UTC day on which the previous era ended; null if unknown' codec(ZSTD(1)),
  next_day Nullable(Date) comment 'UTC day on which the next era ended; null if unknown' codec(ZSTD(1)),
  spec_version UInt32 comment 'Runtime version with which the storage was read',
  payout_planck UInt128 comment 'Amount paid to validators and their nominators',
  point_total UInt32 comment 'Era points of all validators',
  incentive_budget_planck Nullable(UInt128) comment 'Amount paid to validators for their own stake; null if the runtime has no such budget',
  incentive_weight_sum Nullable(UInt128) comment 'Sum of incentive weights; null without a budget',
  weighted_point_sum Nullable(UInt128) comment 'Sum of weights times points; null if the runtime has none',
  weighted_since_era Nullable(UInt32) comment 'First era that is divided by weighted points; null: every era with weighted_point_sum',
  validator_count UInt32 comment 'Rows of raw_polkadot_validator',
  exposure_count UInt32 comment 'Rows of raw_polkadot_exposure',
  end_at DateTime64(3, 'UTC') comment 'Time of end_block' codec(Delta, ZSTD(1)),
  version UInt64 comment 'Decoder revision, then known neighbours: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era)
comment 'One row per era that has ended'
