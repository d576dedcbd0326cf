-- Consolidation limit of the network in time windows, and the consolidated amount.
with
  /* include fragments/eth/consolidation_windows.sql */
select
  capacities.time_window as timeWindow,
  assumeNotNull(latest_epoch) as latestEpoch,
  capacities.limit_gwei as consolidationChurnLimit,
  capacities.validators as consolidatedValidators,
  capacities.balance_gwei as consolidatedBalance,
  round(vaRatio(capacities.balance_gwei, capacities.limit_gwei), 5) as consolidationCapacityFilled,
  round(vaRatio(capacities.validators, capacities.validator_count), 5) as consolidatedPercentage
from capacities
order by indexOf(['1d', '7d', '30d', 'all'], capacities.time_window) * if({sortOrder:String} = 'desc', -1, 1) asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
