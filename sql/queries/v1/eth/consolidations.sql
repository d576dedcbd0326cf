-- Consolidations that moved a balance, by epoch and then by source.
select
  entities.date as date,
  moved.epoch as consolidationEpoch,
  moved.source_index as sourceValidatorIndex,
  entities.source_entity as sourceEntity,
  entities.source_id_type as sourceEntityType,
  moved.target_index as targetValidatorIndex,
  entities.target_entity as targetEntity,
  entities.target_id_type as targetEntityType,
  moved.amount_gwei as consolidatedAmount,
  moved.target_balance_before_gwei as targetBalanceBeforeConsolidationEpoch,
  moved.target_balance_at_gwei as targetBalanceAtConsolidationEpoch,
  moved.target_effective_balance_gwei as targetEffectiveBalanceAtConsolidationEpoch
from
  /* include fragments/eth/requested_consolidations.sql */
order by
  toInt64(moved.epoch) * if({sortOrder:String} = 'desc', -1, 1) asc,
  toInt64(moved.source_index) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
