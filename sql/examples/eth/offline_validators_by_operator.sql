-- Which operators had validators that were offline all day?
-- Validators with duties on the last complete day but no attestation, by their operators. Entity records are computed
-- after those of validators, so they define the last day.
with
  last_day as (
    select max(day) as day
    from eth_entity_performance_daily
    where network = 'mainnet' and day_type = 'utc' and id_type = 'network' and is_complete = 1
  )
select
  arrayJoin(
    if(
      belonging.names = [],
      ['(no operator known)'],
      belonging.names
    )
  ) as operator,
  count() as offline_validators,
  sum(performance.missed_attestation_penalty_gwei) / 1e9 as penalty_eth
from eth_validator_performance_daily as performance
left join (
  select
    validator_index,
    arrayMap(entity -> entity.2, arrayFilter(entity -> entity.1 = 'nodeOperator', entities)) as names
  from eth_validator_entity_daily
  where network = 'mainnet' and day_type = 'utc' and day = (select day from last_day)
) as belonging on belonging.validator_index = performance.validator_index
where
  performance.network = 'mainnet'
  and performance.day_type = 'utc'
  and performance.day = (select day from last_day)
  and performance.attestation_duty_count > 0
  and performance.attested_count = 0
group by operator
order by offline_validators desc, operator asc
