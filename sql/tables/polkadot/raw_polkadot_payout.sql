/* ---
height: era
fed_by: topic era
keep: forever
view: polkadot_payout
--- */
create table if not exists raw_polkadot_payout (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the paid era' codec(Delta, ZSTD(1)),
  validator String comment 'Stash, SS58 with prefix 0' codec(ZSTD(1)),
  page UInt32 comment 'Claimed page; 0 for eras before pages existed' codec(T64, ZSTD(1)),
  source Enum8('asset_hub' = 0, 'relay' = 1) comment 'Chain of the block',
  block_hash FixedString(66) comment 'Hash of block, 0x and hex',
  block UInt32 comment 'Block whose events record the payment' codec(Delta, ZSTD(1)),
  extrinsic Nullable(UInt32) comment 'Index in the block of the extrinsic that claimed it; null if the runtime paid by itself' codec(ZSTD(1)),
  read_era UInt32 comment 'Era that was active at the payment' codec(Delta, ZSTD(1)),
  validator_planck UInt128 comment 'Paid to the validator itself: commission and own stake' codec(ZSTD(1)),
  incentive_planck UInt128 comment 'ValidatorIncentivePaid' codec(ZSTD(1)),
  delegator_planck UInt128 comment 'Paid to nominators' codec(ZSTD(1)),
  paid_nominator_count UInt32 comment 'Nominators that were paid, without those that decline payment or cannot receive it' codec(T64, ZSTD(1)),
  version UInt64 comment 'Revision of the decoder: the highest wins' codec(ZSTD(1))
)
engine = ReplacingMergeTree(version)
partition by (network, intDiv(era, 100))
order by (network, era, validator, page)
comment 'One row per claimed page that was paid: PayoutStarted and the payments after it'
