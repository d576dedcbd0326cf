/* ---
grain: network, id_type, entity, time_window
reads: [fct_eth_entity_performance_daily, fct_eth_validator_window, int_eth_validator_entity_daily, raw_eth_entity_import, raw_eth_entity_key, dim_eth_validator]
window: window_entity
--- */
-- Means, stake and returns of every entity in each time window.
insert into fct_eth_entity_window
with
  records as (
    select
      *,
      arrayJoin(arrayZip({time_windows:Array(String)}, {first_days:Array(UInt32)})) as named,
      day >= named.2 as is_within
    from fct_eth_entity_performance_daily final
    where network = {network:String} and day_type = 'chain' and day in (select arrayJoin({days:Array(UInt32)}))
  ),
  -- Of every entity that has a day, also where none of a window: so no row stays behind.
  days as (
    select
      id_type,
      entity,
      named.1 as time_window,
      countIf(is_within and row_count > 0) as day_count,
      sumIf(validator_count, day = {last_day:UInt32}) as validator_count,
      sumIf(active_balance_gwei, day = {last_day:UInt32}) as active_balance_gwei,
      toFloat64(sumIf(uptime_mean_sum, is_within))
        / nullIf(sumIf(uptime_mean_count, is_within), 0) as uptime,
      toFloat64(sumIf(correctness_mean_sum, is_within))
        / nullIf(sumIf(correctness_mean_count, is_within), 0) as correctness,
      toFloat64(sumIf(inclusion_delay_mean_sum, is_within))
        / nullIf(sumIf(correctness_mean_count, is_within), 0) as inclusion_delay,
      toFloat64(sumIf(attester_effectiveness_mean_sum, is_within))
        / nullIf(sumIf(attester_effectiveness_mean_count, is_within), 0) as attester_effectiveness,
      toFloat64(sumIf(proposer_effectiveness_mean_sum, is_within))
        / nullIf(sumIf(proposer_effectiveness_mean_count, is_within), 0) as proposer_effectiveness,
      toFloat64(sumIf(validator_effectiveness_mean_sum, is_within))
        / nullIf(sumIf(validator_effectiveness_mean_count, is_within), 0) as validator_effectiveness
    from records
    group by id_type, entity, time_window
  ),
  -- Who belongs to the same entity on every day.
  steady as (
    select
      validator_index,
      arrayJoin(arrayZip(
        {time_windows:Array(String)}, {apr_first_days:Array(UInt32)}, {apr_day_counts:Array(UInt32)}
      )) as named,
      arrayPushBack(groupArrayIntersect(entities), ('network', '')) as entities
    from int_eth_validator_entity_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({apr_days:Array(UInt32)}))
      and day >= named.2
    group by validator_index, named
    having count() = named.3
  ),
  whole as (
    select validator_index, time_window, earnings_gwei, effective_balance_sum_gwei
    from fct_eth_validator_window final
    where network = {network:String} and last_day = {last_day:UInt32} and is_whole = 1
  ),
  rates as (
    select
      arrayJoin(steady.entities) as belonging,
      whole.time_window as time_window,
      count() as validator_count,
      sum(whole.earnings_gwei) as earnings_gwei,
      sum(whole.effective_balance_sum_gwei) as balance_sum_gwei
    from whole
    inner join (select validator_index, named.1 as time_window, entities from steady) as steady
      on steady.validator_index = whole.validator_index and steady.time_window = whole.time_window
    group by belonging, time_window
  ),
  -- Pools and operators of the validators that are active on the last day.
  active as (
    select
      arrayFirst(one -> one.1 = 'pool', entities).2 as pool,
      arrayFilter(one -> one.1 = 'nodeOperator', entities).2 as operators,
      arrayFilter(one -> one.1 = 'poolShare', entities).2 as shares
    from int_eth_validator_entity_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day = {last_day:UInt32}
      and pool != ''
      and validator_index in (
        select validator_index
        from dim_eth_validator final
        where
          network = {network:String}
          and activation_epoch <= {last_epoch:UInt32}
          and (exit_epoch is null or exit_epoch > {last_epoch:UInt32})
      )
  ),
  pools as (
    select pool, toNullable(toUInt32(uniqExactArray(operators))) as operator_count
    from active
    group by pool
    having operator_count > 0
  ),
  parents as (
    select arrayJoin(shares) as share, min(pool) as pool
    from active
    group by share
  ),
  kinds as (
    select entity, max(pool_type) as pool_type
    from raw_eth_entity_key final
    where
      network = {network:String}
      and id_type = 'pool'
      and (source, import_id) in (
        select source, max(import_id) from raw_eth_entity_import final where network = {network:String} group by source
      )
    group by entity
  )
select
  {network:String} as network,
  days.id_type as id_type,
  days.entity as entity,
  days.time_window as time_window,
  parents.pool as parent,
  kinds.pool_type as pool_type,
  {last_day:UInt32} as last_day,
  days.day_count as day_count,
  if(
    days.validator_count > 0 and days.entity != '',
    toNullable(toUInt32(row_number() over (
      partition by days.id_type, days.time_window, days.validator_count > 0 and days.entity != ''
      order by days.active_balance_gwei desc, days.entity asc
    ) - 1)),
    null
  ) as rank,
  days.validator_count as validator_count,
  days.active_balance_gwei as active_balance_gwei,
  max(if(days.id_type = 'network', days.active_balance_gwei, 0)) over () as network_balance_gwei,
  pools.operator_count as node_operator_count,
  days.uptime as uptime,
  days.correctness as correctness,
  days.inclusion_delay as inclusion_delay,
  days.attester_effectiveness as attester_effectiveness,
  days.proposer_effectiveness as proposer_effectiveness,
  days.validator_effectiveness as validator_effectiveness,
  rates.validator_count as apr_validator_count,
  transform(days.time_window, {time_windows:Array(String)}, {apr_day_counts:Array(UInt32)}, 0) as apr_day_count,
  rates.earnings_gwei as apr_earnings_gwei,
  rates.balance_sum_gwei as apr_balance_sum_gwei,
  {version:UInt64} as version
from days
left join rates on rates.belonging = (days.id_type, days.entity) and rates.time_window = days.time_window
left join pools on days.id_type = 'pool' and pools.pool = days.entity
left join parents on days.id_type = 'poolShare' and parents.share = days.entity
left join kinds on days.id_type = 'pool' and kinds.entity = days.entity
