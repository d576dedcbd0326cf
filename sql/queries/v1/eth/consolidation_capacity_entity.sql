-- Consolidations of entities in time windows as shares of the network's limit, largest first.
with
  /* include fragments/eth/consolidation_windows.sql */
select
  capacities.time_window as timeWindow,
  assumeNotNull(latest_epoch) as latestEpoch,
  any(capacities.limit_gwei) as consolidationChurnLimit,
  moved.source_entity as entity,
  sum(moved.validators) as consolidatedValidators,
  sum(moved.balance_gwei) as consolidatedBalance,
  round(vaRatio(consolidatedBalance, consolidationChurnLimit), 5) as consolidationCapacityFilled,
  round(
    vaRatio(
      -- allow nullable-extreme: where the limit is null, so is the difference
      consolidationChurnLimit - least(any(capacities.balance_gwei), consolidationChurnLimit), consolidationChurnLimit
    ),
    5
  ) as networkCapacityRemaining
from capacities
cross join (
  select
    intDiv(amounts.epoch, {epochsPerDay:UInt32}) as day,
    entities.source_id_type as source_id_type,
    entities.source_entity as source_entity,
    count() as validators,
    sum(amounts.amount_gwei) as balance_gwei
  from (
    select source_index, epoch, amount_gwei
    from fct_eth_consolidation final
    where network = {network:String}
  ) as amounts
  inner join (
    select source_index, source_id_type, source_entity
    from int_eth_consolidation_entity final
    where network = {network:String}
  ) as entities on entities.source_index = amounts.source_index
  group by day, source_id_type, source_entity
) as moved
where moved.day > capacities.day_before and moved.day <= capacities.last_day
group by capacities.time_window, moved.source_entity, moved.source_id_type
order by
  indexOf(['1d', '7d', '30d', 'all'], timeWindow) * if({sortOrder:String} = 'desc', -1, 1) asc,
  toInt128(consolidatedBalance) * if({sortOrder:String} = 'desc', -1, 1) desc,
  entity asc, moved.source_id_type asc, timeWindow asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
