-- Windows of chain days that end with the last complete one, cut to stored days: the consolidation limit of each, and
-- the consolidated amount.
windows as (
  select
    arrayJoin([('1d', 1), ('7d', 7), ('30d', 30), ('all', 4294967295)]) as length,
    length.1 as time_window,
    toInt64(latest.last_day) - length.2 as day_before,
    latest.last_day as last_day,
    latest.validator_count as validator_count
  from (
    select last_day, validator_count
    from fct_eth_entity_window final
    where network = {network:String} and id_type = 'network' and entity = '' and time_window = '1d'
  ) as latest
),
days as (
  select
    recorded.day as day,
    recorded.epochs as epochs,
    churn.epochs as known_epochs,
    churn.limit_gwei as limit_gwei,
    moved.validators as validators,
    moved.balance_gwei as balance_gwei
  from (
    select day, end_epoch - start_epoch + 1 as epochs
    from int_eth_day final
    where network = {network:String} and day_type = 'chain'
  ) as recorded
  left join (
    select
      intDiv(epoch, {epochsPerDay:UInt32}) as day,
      count(consolidation_limit_gwei) as epochs,
      sum(ifNull(consolidation_limit_gwei, 0)) as limit_gwei
    from int_eth_churn_epoch final
    where network = {network:String}
    group by day
  ) as churn on churn.day = recorded.day
  left join (
    select intDiv(epoch, {epochsPerDay:UInt32}) as day, count() as validators, sum(amount_gwei) as balance_gwei
    from fct_eth_consolidation final
    where network = {network:String}
    group by day
  ) as moved on moved.day = recorded.day
),
capacities as (
  select
    windows.time_window as time_window,
    any(windows.day_before) as day_before,
    any(windows.last_day) as last_day,
    any(windows.validator_count) as validator_count,
    -- Unknown for epochs that were computed before this column existed.
    if(sum(days.epochs) = sum(days.known_epochs), toNullable(sum(days.limit_gwei)), null) as limit_gwei,
    sum(days.validators) as validators,
    sum(days.balance_gwei) as balance_gwei
  from windows
  cross join days
  where days.day > windows.day_before and days.day <= windows.last_day
  group by time_window
),
(select max(epoch) from int_eth_epoch final where network = {network:String}) as latest_epoch
