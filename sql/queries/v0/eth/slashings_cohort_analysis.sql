-- Slashed validators by the size of the pool or operator that they were of, back from the last complete chain day. Who
-- is of neither is a solo.
with
  /* include fragments/eth/dated_slashings.sql */,
  asked as (
    select validator_index, date
    from slashings
  ),
  entities as (
    /* include fragments/eth/class_entities.sql */
  ),
  -- Validators that are active in the first epoch of a day, of pools and operators of which one was slashed on it: other
  -- days and entities of days, which have a million validators each, would be most of the work.
  sizes as (
    select members.day as day, members.belonging as belonging, count() as validator_count
    from (
      select day, validator_index, arrayJoin(entities) as belonging
      from int_eth_validator_entity_daily final
      where
        network = {network:String}
        and day_type = 'chain'
        and day in (
          select slashings.day
          from slashings
          inner join entities on entities.validator_index = slashings.validator_index and entities.date = slashings.date
          where entities.id_type in ('pool', 'nodeOperator')
        )
    ) as members
    inner join (
      select validator_index, activation_epoch, exit_epoch
      from dim_eth_validator final
      where network = {network:String}
    ) as validators on validators.validator_index = members.validator_index
    where
      (members.day, members.belonging) in (
        select slashings.day, (entities.id_type, entities.entity)
        from slashings
        inner join entities on entities.validator_index = slashings.validator_index and entities.date = slashings.date
        where entities.id_type in ('pool', 'nodeOperator')
      )
      and validators.activation_epoch <= members.day * {epochsPerDay:UInt32}
      and (validators.exit_epoch is null or validators.exit_epoch > members.day * {epochsPerDay:UInt32})
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
