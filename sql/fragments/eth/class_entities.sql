-- Class entity of validators on dates (vaEthClass), for the pairs in "requested" (validator_index, date), by the
-- mapping of the date.
select
  requested.validator_index as validator_index,
  requested.date as date,
  vaEthClassEntity(
    arrayConcat(
      belongings.entities,
      -- For a day without a mapping.
      if(
        belongings.is_known = 1 or addresses.withdrawal_address is null or changes.date > requested.date,
        [],
        [('withdrawalAddress', assumeNotNull(addresses.withdrawal_address))]
      )
    ),
    requested.validator_index
  ) as class,
  class.1 as id_type,
  class.2 as entity
from (select distinct validator_index, date from requested) as requested
left join (
  select days.date as date, validator_index, entities, 1 as is_known
  from int_eth_validator_entity_daily final
  inner join (
    select day, date
    from int_eth_day final
    where network = {network:String} and day_type = 'chain' and date in (select date from requested)
  ) as days on days.day = int_eth_validator_entity_daily.day
  where
    network = {network:String}
    and day_type = 'chain'
    -- As pairs, so that the key applies: by day and by validator alone it would read whole days.
    and (day, validator_index) in (
      select mapping.day, requested.validator_index
      from requested
      inner join (
        select day, date
        from int_eth_day final
        where network = {network:String} and day_type = 'chain'
      ) as mapping on mapping.date = requested.date
    )
) as belongings on belongings.validator_index = requested.validator_index and belongings.date = requested.date
left join (
  select validator_index, withdrawal_address
  from dim_eth_validator final
  where network = {network:String} and validator_index in (select validator_index from requested)
) as addresses on addresses.validator_index = requested.validator_index
left join (
  select
    validator_index,
    vaEthChainDayDate(
      {genesisTime:UInt64}, {secondsPerSlot:UInt32}, {epochsPerDay:UInt32} * {slotsPerEpoch:UInt32},
      intDiv(min(slot), {epochsPerDay:UInt32} * {slotsPerEpoch:UInt32})
    ) as date
  from raw_eth_credential_change final
  where network = {network:String} and validator_index in (select validator_index from requested)
  group by validator_index
) as changes on changes.validator_index = requested.validator_index
