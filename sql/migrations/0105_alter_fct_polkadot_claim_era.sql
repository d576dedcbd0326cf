-- What was paid is read from events of blocks; what claimed pages pay by the rules stands beside it.
alter table fct_polkadot_claim_era
  add column if not exists paid_page_count UInt32 comment 'Of them, pages whose payment was read' codec(T64, ZSTD(1)) after claimed_page_count,
  add column if not exists paid_nominator_count Nullable(UInt32) comment 'Nominators that were paid; null while the payment of a claimed page was not read' codec(ZSTD(1)) after paid_page_count,
  add column if not exists paid_validator_planck Nullable(UInt128) comment 'Paid to the validator by events, incentive included; null while the payment of a claimed page was not read' codec(ZSTD(1)) after claimed_delegator_planck,
  add column if not exists paid_delegator_planck Nullable(UInt128) comment 'Paid to nominators by events; null while the payment of a claimed page was not read' codec(ZSTD(1)) after paid_validator_planck,
  comment column claimed_validator_planck 'What of it the claimed pages pay to the validator by the rules of the runtime that ended the era',
  comment column claimed_delegator_planck 'What they pay to nominators by these rules',
  comment column residual_planck 'Earned less paid; null while pages are unclaimed, or payments were not read',
  comment column version 'Model revision, then read_era, then pages of the era whose payment was read: the highest wins',
  modify comment 'One row per elected validator and era whose claims, or payments, were read'
