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
      arrayMap(first_day -> day >= first_day, {first_days:Array(UInt32)}) as is_within,
      day = {last_day:UInt32} as is_last
    from fct_eth_entity_performance_daily final
    where network = {network:String} and day_type = 'chain' and day in (select arrayJoin({days:Array(UInt32)}))
  ),
  -- For every entity with a day, including those without a day in any window, so that no outdated row remains. Arrays
  -- hold a value per window, so that a day is grouped once.
  sums as (
    select
      id_type,
      entity,
      sumForEach(arrayMap(within -> within and row_count > 0, is_within)) as day_counts,
      sumIf(records.validator_count, is_last) as validator_count,
      sumIf(records.active_balance_gwei, is_last) as active_balance_gwei,
      sumForEach(arrayMap(within -> within * uptime_mean_sum, is_within)) as uptime_sums,
      sumForEach(arrayMap(within -> within * correctness_mean_sum, is_within)) as correctness_sums,
      sumForEach(arrayMap(within -> within * inclusion_delay_mean_sum, is_within)) as inclusion_delay_sums,
      sumForEach(arrayMap(within -> within * attester_effectiveness_mean_sum, is_within)) as attester_sums,
      sumForEach(arrayMap(within -> within * proposer_effectiveness_mean_sum, is_within)) as proposer_sums,
      sumForEach(arrayMap(within -> within * validator_effectiveness_mean_sum, is_within)) as validator_sums,
      sumForEach(arrayMap(within -> within * uptime_mean_count, is_within)) as uptime_counts,
      sumForEach(arrayMap(within -> within * correctness_mean_count, is_within)) as correctness_counts,
      sumForEach(arrayMap(within -> within * attester_effectiveness_mean_count, is_within)) as attester_value_counts,
      sumForEach(arrayMap(within -> within * proposer_effectiveness_mean_count, is_within)) as proposer_value_counts,
      sumForEach(arrayMap(within -> within * validator_effectiveness_mean_count, is_within)) as validator_value_counts
    from records
    group by id_type, entity
  ),
  days as (
    select
      id_type,
      entity,
      time_window,
      place,
      sums.day_counts[place] as day_count,
      sums.validator_count as validator_count,
      sums.active_balance_gwei as active_balance_gwei,
      vaRatio(toFloat64(sums.uptime_sums[place]), sums.uptime_counts[place]) as uptime,
      vaRatio(toFloat64(sums.correctness_sums[place]), sums.correctness_counts[place]) as correctness,
      vaRatio(toFloat64(sums.inclusion_delay_sums[place]), sums.correctness_counts[place]) as inclusion_delay,
      vaRatio(toFloat64(sums.attester_sums[place]), sums.attester_value_counts[place]) as attester_effectiveness,
      vaRatio(toFloat64(sums.proposer_sums[place]), sums.proposer_value_counts[place]) as proposer_effectiveness,
      vaRatio(toFloat64(sums.validator_sums[place]), sums.validator_value_counts[place]) as validator_effectiveness
    from sums
    array join
      {time_windows:Array(String)} as time_window,
      arrayEnumerate({time_windows:Array(String)}) as place
  ),
  -- Validators that were always active, each with the value of each window: those that kept their entities, and those
  -- that changed them, window by window.
  whole as (
    select
      validator_index,
      time_window,
      is_steady,
      arrayMap(name -> toUInt64(name = time_window), {time_windows:Array(String)}) as counts,
      arrayMap(name -> if(name = time_window, ifNull(earnings_gwei, 0), 0), {time_windows:Array(String)}) as earnings,
      arrayMap(name -> toUInt64(name = time_window and earnings_gwei is null), {time_windows:Array(String)})
        as unknowns,
      arrayMap(name -> if(name = time_window, effective_balance_sum_gwei, 0), {time_windows:Array(String)}) as balances
    from fct_eth_validator_window final
    where network = {network:String} and last_day = {last_day:UInt32} and is_whole = 1
  ),
  -- Validators that changed entities, and their entity on every day of a window.
  moved as (
    select
      validator_index,
      arrayJoin(arrayZip(
        {time_windows:Array(String)}, {apr_first_days:Array(UInt32)}, {apr_day_counts:Array(UInt32)}
      )) as named,
      groupArrayIntersect(entities) as entities
    from int_eth_validator_entity_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({apr_days:Array(UInt32)}))
      and day >= named.2
      and validator_index in (
        select validator_index
        from fct_eth_validator_window final
        where network = {network:String} and last_day = {last_day:UInt32} and is_whole = 1 and is_steady = 0
      )
    group by validator_index, named
    having count() = named.3
  ),
  members as (
    select
      belongings.entities as entities,
      steady.counts as counts,
      steady.earnings as earnings,
      steady.unknowns as unknowns,
      steady.balances as balances
    from (
      select
        validator_index,
        sumForEach(whole.counts) as counts,
        sumForEach(whole.earnings) as earnings,
        sumForEach(whole.unknowns) as unknowns,
        sumForEach(whole.balances) as balances
      from whole
      where is_steady = 1
      group by validator_index
    ) as steady
    inner join (
      select validator_index, entities
      from int_eth_validator_entity_daily final
      where network = {network:String} and day_type = 'chain' and day = {last_day:UInt32}
    ) as belongings on belongings.validator_index = steady.validator_index
    union all
    select
      moved.entities as entities,
      whole.counts as counts,
      whole.earnings as earnings,
      whole.unknowns as unknowns,
      whole.balances as balances
    from whole
    inner join (select validator_index, named.1 as time_window, entities from moved) as moved
      on moved.validator_index = whole.validator_index and moved.time_window = whole.time_window
    where whole.is_steady = 0
  ),
  rates as (
    select
      arrayJoin(arrayPushBack(members.entities, ('network', ''))) as belonging,
      sumForEach(members.counts) as validator_counts,
      sumForEach(members.earnings) as earnings,
      sumForEach(members.unknowns) as unknowns,
      sumForEach(members.balances) as balance_sums
    from members
    group by belonging
  ),
  -- Only a few of them proposed.
  paid as (
    select validator_index, time_window, is_steady, execution_rewards_wei
    from fct_eth_validator_window final
    where
      network = {network:String}
      and last_day = {last_day:UInt32}
      and is_whole = 1
      and (execution_rewards_wei is null or execution_rewards_wei > 0)
  ),
  payments as (
    select
      arrayJoin(arrayPushBack(received.entities, ('network', ''))) as belonging,
      received.time_window as time_window,
      sum(ifNull(received.execution_rewards_wei, 0)) as execution_wei,
      countIf(received.execution_rewards_wei is null) as unknown_count
    from (
      select paid.*, belongings.entities as entities
      from paid
      inner join (
        select validator_index, entities
        from int_eth_validator_entity_daily final
        where network = {network:String} and day_type = 'chain' and day = {last_day:UInt32}
      ) as belongings on belongings.validator_index = paid.validator_index
      where paid.is_steady = 1
      union all
      select paid.*, moved.entities as entities
      from paid
      inner join moved on moved.validator_index = paid.validator_index and moved.named.1 = paid.time_window
      where paid.is_steady = 0
    ) as received
    group by belonging, time_window
  ),
  relayed as (
    select
      id_type,
      entity,
      named.1 as time_window,
      arraySort(
        one -> (-toInt64(one.2), one.1),
        arrayZip(mapKeys(sumMap(relay_weights) as weights), mapValues(weights))
      ) as shares
    from fct_eth_entity_performance_daily final
    array join arrayZip({time_windows:Array(String)}, {first_days:Array(UInt32)}) as named
    where
      network = {network:String}
      and day_type = 'chain'
      and day in (select arrayJoin({days:Array(UInt32)}))
      and day >= named.2
      and notEmpty(relay_weights)
    group by id_type, entity, time_window
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
  days.validator_count > 0 and days.entity != '' as is_listed,
  days.validator_count as validator_count,
  days.active_balance_gwei as active_balance_gwei,
  (
    select max(active_balance_gwei)
    from fct_eth_entity_performance_daily final
    where
      network = {network:String}
      and day_type = 'chain'
      and id_type = 'network'
      and entity = ''
      and day = {last_day:UInt32}
  ) as network_balance_gwei,
  pools.operator_count as node_operator_count,
  days.uptime as uptime,
  days.correctness as correctness,
  days.inclusion_delay as inclusion_delay,
  days.attester_effectiveness as attester_effectiveness,
  days.proposer_effectiveness as proposer_effectiveness,
  days.validator_effectiveness as validator_effectiveness,
  rates.validator_counts[days.place] as apr_validator_count,
  {apr_day_counts:Array(UInt32)}[days.place] as apr_day_count,
  if(rates.unknowns[days.place] = 0, rates.earnings[days.place], null) as apr_earnings_gwei,
  rates.balance_sums[days.place] as apr_balance_sum_gwei,
  if({is_execution_known:UInt8} and payments.unknown_count = 0, payments.execution_wei, null) as apr_execution_wei,
  round(
    round(36500 * toInt128(apr_earnings_gwei) / nullIf(apr_balance_sum_gwei, 0), 2)
      + round(36500 * toFloat64(apr_execution_wei) / 1e9 / nullIf(apr_balance_sum_gwei, 0), 2),
    2
  ) as apr_percentage,
  arrayMap(
    one -> (toString(one.1), one.2 / greatest(arraySum(share -> share.2, relayed.shares), 1)), relayed.shares
  ) as relayer_percentages,
  {version:UInt64} as version
from days
-- Joined by its parts, because a tuple takes longer to look up.
left join (
  select belonging.1 as id_type, belonging.2 as entity, validator_counts, earnings, unknowns, balance_sums
  from rates
) as rates on rates.id_type = days.id_type and rates.entity = days.entity
left join (
  select belonging.1 as id_type, belonging.2 as entity, time_window, execution_wei, unknown_count
  from payments
) as payments on payments.id_type = days.id_type and payments.entity = days.entity
  and payments.time_window = days.time_window
left join relayed on relayed.id_type = days.id_type and relayed.entity = days.entity
  and relayed.time_window = days.time_window
left join pools on days.id_type = 'pool' and pools.pool = days.entity
left join parents on days.id_type = 'poolShare' and parents.share = days.entity
left join kinds on days.id_type = 'pool' and kinds.entity = days.entity
-- Each entity occurs once, so nothing is collapsed while writing, and smaller blocks take a fraction of the memory.
settings
  optimize_on_insert = 0,
  min_insert_block_size_rows = 65536,
  min_insert_block_size_bytes = 67108864
