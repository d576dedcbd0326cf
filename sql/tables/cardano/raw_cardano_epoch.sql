/* ---
height: epoch
fed_by: topic epoch
steady: epoch
announces: [raw_cardano_block, raw_cardano_pool, raw_cardano_delegation]
keep: forever
view: cardano_epoch
--- */
create table if not exists raw_cardano_epoch (
  network LowCardinality(String) comment 'Network',
  epoch UInt32 comment 'Epoch',
  active_slot_coefficient Decimal(38, 18) comment 'Protocol parameter f: expected share of slots with a block',
  influence Decimal(38, 18) comment 'Protocol parameter a0: weight of the pledge',
  monetary_expansion Decimal(38, 18) comment 'Protocol parameter rho: share of the reserves distributed by an epoch',
  treasury_growth Decimal(38, 18) comment 'Protocol parameter tau: share for the treasury',
  decentralisation Decimal(38, 18) comment 'Protocol parameter d: share of slots not assigned to pools; 0 since 2021',
  optimal_pool_count UInt32 comment 'Protocol parameter k',
  slot_count UInt32 comment 'Slots of the epoch',
  block_count UInt32 comment 'Rows in raw_cardano_block',
  pool_count UInt32 comment 'Rows in raw_cardano_pool',
  delegation_count UInt32 comment 'Rows in raw_cardano_delegation',
  fees UInt64 comment 'Fees of the transactions, lovelace',
  reserves Nullable(UInt64) comment 'Reserves at the start of the next epoch, lovelace; null if the node did not return them',
  max_supply UInt64 comment 'Maximum supply, lovelace',
  active_stake UInt64 comment 'Stake of all pools used for leader election, lovelace',
  start_at DateTime('UTC') comment 'First second',
  end_at DateTime('UTC') comment 'First second of the next epoch',
  version UInt64 comment 'Decoder revision, then the head when it was read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, epoch)
comment 'One row per epoch that has ended and can no longer be rolled back'
