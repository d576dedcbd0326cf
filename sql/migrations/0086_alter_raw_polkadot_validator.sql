-- Before there were pages, nominators beyond the 512 with the highest stake were not paid.
alter table raw_polkadot_validator
  add column if not exists paid_nominator_stake_planck Nullable(UInt128) comment 'Stake of the nominators that are paid, where these are not all: before there were pages, the 512 with the highest stake; null when all are' codec(ZSTD(1)) after incentive_weight
