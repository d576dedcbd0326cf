-- Contract states whose stakes are not reconciled yet with all earlier events, and the newest two: Heimdall may have
-- known an event that was ingested later. Rows older than the day column are left as they are.
select toString(state.day) as date, state.block_number as block_number
from (
  select day, max(block_number) as block_number, count() as validator_count
  from raw_polygon_validator final
  where network = {network:String} and day > toDate('1970-01-01')
  group by day
) as state
left join (
  select block_number, validator_count from raw_polygon_rule final where network = {network:String}
) as rule on rule.block_number = state.block_number
left join (
  select day, min(version) as version
  from fct_polygon_stake_reconciliation final
  where network = {network:String}
  group by day
) as made on made.day = state.day
where
  -- The rules are written after the validators of a state: for the newest one, all must be stored.
  (
    rule.block_number = 0
      and state.block_number < (select max(block_number) from raw_polygon_rule where network = {network:String})
    or rule.block_number > 0 and rule.validator_count = state.validator_count
  )
  and (
    made.version < toUInt64(state.block_number) * 4 + 2
    or state.day >= (select max(day) from raw_polygon_validator where network = {network:String}) - 1
  )
order by state.day
