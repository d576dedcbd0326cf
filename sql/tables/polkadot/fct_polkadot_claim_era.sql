/* ---
height: era
fed_by: model
keep: forever
--- */
create table if not exists fct_polkadot_claim_era (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  validator String comment 'Stash, SS58 with prefix 0' codec(ZSTD(1)),
  read_era UInt32 comment 'The era at whose end it was read what was claimed' codec(Delta, ZSTD(1)),
  page_count UInt32 comment 'Pages that may be claimed: one without nominators' codec(T64, ZSTD(1)),
  claimed_page_count UInt32 comment 'Pages that were claimed' codec(T64, ZSTD(1)),
  earned_validator_planck UInt128 comment 'Commission, own stake and incentive' codec(ZSTD(1)),
  earned_delegator_planck UInt128 comment 'What is left for nominators' codec(ZSTD(1)),
  claimed_validator_planck UInt128 comment 'What of it the claimed pages paid to the validator' codec(ZSTD(1)),
  claimed_delegator_planck UInt128 comment 'What they paid to nominators' codec(ZSTD(1)),
  residual_planck Nullable(Int128) comment 'Earned less claimed, by rounding alone; null while pages are unclaimed' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then read_era: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era, validator)
comment 'One row per elected validator and era whose claims were read'
