/* ---
height: era
fed_by: model
keep: forever
--- */
create table if not exists fct_polkadot_claim_era (
  network LowCardinality(String) comment 'Network, such as polkadot',
  era UInt32 comment 'Index of the era' codec(Delta, ZSTD(1)),
  validator String comment 'Stash, SS58 with prefix 0' codec(ZSTD(1)),
  read_era UInt32 comment 'Era at whose end the claims were read' codec(Delta, ZSTD(1)),
  page_count UInt32 comment 'Pages that can be claimed; one if it has no nominators' codec(T64, ZSTD(1)),
  claimed_page_count UInt32 comment 'Claimed pages' codec(T64, ZSTD(1)),
  paid_page_count UInt32 comment 'Claimed pages whose payment was read' codec(T64, ZSTD(1)),
  paid_nominator_count Nullable(UInt32) comment 'Nominators that were paid; null if the payment of a claimed page was not read' codec(ZSTD(1)),
  earned_validator_planck UInt128 comment 'Commission, own stake and incentive' codec(ZSTD(1)),
  earned_delegator_planck UInt128 comment 'Rewards of nominators' codec(ZSTD(1)),
  claimed_validator_planck UInt128 comment 'Part of earned_validator_planck in the claimed pages, by the rules of the runtime that ended the era' codec(ZSTD(1)),
  claimed_delegator_planck UInt128 comment 'Part of earned_delegator_planck in the claimed pages, by these rules' codec(ZSTD(1)),
  paid_validator_planck Nullable(UInt128) comment 'Paid to the validator by events, incentive included; null if the payment of a claimed page was not read' codec(ZSTD(1)),
  paid_delegator_planck Nullable(UInt128) comment 'Paid to nominators by events; null if the payment of a claimed page was not read' codec(ZSTD(1)),
  residual_planck Nullable(Int128) comment 'Earned less paid; null if pages are unclaimed or payments were not read' codec(ZSTD(1)),
  version UInt64 comment 'Model revision, then read_era, then pages of the era whose payment was read: the highest wins'
)
engine = ReplacingMergeTree(version)
partition by (network)
order by (network, era, validator)
comment 'One row per elected validator and era whose claims or payments were read'
