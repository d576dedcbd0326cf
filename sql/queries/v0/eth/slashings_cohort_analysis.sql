-- Slashed validators by the size of their pool or operator, back from the last complete chain day. A validator with
-- neither is solo.
with
  /* include fragments/eth/dated_slashings.sql */,
  requested as (
    select validator_index, date
    from slashings
  ),
  entities as (
    /* include fragments/eth/class_entities.sql */
  ),
  -- Pools and operators with a slashed validator, by day.
  hit as (
    select distinct slashings.day as day, entities.id_type as id_type, entities.entity as entity
    from slashings
    inner join entities on entities.validator_index = slashings.validator_index and entities.date = slashings.date
    where entities.id_type in ('pool', 'nodeOperator')
  ),
  -- Validators that started or ended on one of these days after its first epoch, except both.
  moves as (
    select validator_index, move.1 as epoch, move.2 as is_end
    from (
      select
        validator_index,
        arrayJoin([(activation_epoch, 0), (exit_epoch, 1)]) as move,
        activation_epoch % {epochsPerDay:UInt32} != 0
          and intDiv(activation_epoch, {epochsPerDay:UInt32}) = intDiv(exit_epoch, {epochsPerDay:UInt32}) as is_both
      from dim_eth_validator final
      where network = {network:String}
    )
    where
      ifNull(is_both, 0) = 0
      and move.1 % {epochsPerDay:UInt32} != 0
      and intDiv(move.1, {epochsPerDay:UInt32}) in (select day from slashings)
  ),
  -- Number of validators of each that are active in the first epoch of the day. A day's mapping has a million
  -- validators, but its records have the number active in its last epoch, so only those that started or ended in
  -- between are looked up.
  sizes as (
    select counted.day as day, counted.belonging as belonging, sum(counted.validators) as validator_count
    from (
      select day, (toString(id_type), entity) as belonging, toInt64(validator_count) as validators
      from fct_eth_entity_performance_daily final
      where
        network = {network:String}
        and day_type = 'chain'
        and (id_type, entity, day) in (select id_type, entity, day from hit)
      union all
      select
        mapped.day as day,
        (toString(mapped.one.1), mapped.one.2) as belonging,
        if(moved.is_end, 1, -1) as validators
      from (
        select day, validator_index, arrayJoin(entities) as one
        from int_eth_validator_entity_daily final
        where
          network = {network:String}
          and day_type = 'chain'
          and (day, validator_index) in (
            select intDiv(epoch, {epochsPerDay:UInt32}), validator_index
            from moves
          )
      ) as mapped
      inner join moves as moved
        on moved.validator_index = mapped.validator_index and intDiv(moved.epoch, {epochsPerDay:UInt32}) = mapped.day
    ) as counted
    group by day, belonging
  ),
  aged as (
    select
      multiIf(
        entities.id_type not in ('pool', 'nodeOperator') or sizes.validator_count < 10, 'solos',
        sizes.validator_count < 100, 'pros_between_10_to_100',
        sizes.validator_count < 1000, 'pros_between_100_to_1k',
        sizes.validator_count < 5000, 'pros_between_1k_to_5k',
        'pros_more_than_5k'
      ) as cohort,
      toInt64((select last_day from last_days)) - slashings.day as age
    from slashings
    inner join entities on entities.validator_index = slashings.validator_index and entities.date = slashings.date
    left join sizes on sizes.day = slashings.day and sizes.belonging = (entities.id_type, entities.entity)
    where slashings.day <= (select last_day from last_days)
  ),
  ['solos', 'pros_between_10_to_100', 'pros_between_100_to_1k', 'pros_between_1k_to_5k', 'pros_more_than_5k'] as names
select
  cohorts.cohort as cohort,
  countIf(aged.age < 182) as lastSixMonths,
  countIf(aged.age < 365) as pastYear,
  countIf(aged.age < 730) as pastTwoYears,
  countIf(aged.age is not null) as allTime
from (
  select arrayJoin(names) as cohort
) as cohorts
left join (
  select cohort, toNullable(age) as age
  from aged
) as aged on aged.cohort = cohorts.cohort
group by cohort
order by indexOf(names, cohort) asc
