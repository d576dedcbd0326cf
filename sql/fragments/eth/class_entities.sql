-- Class entity of validators on dates (vaEthClass), of the pairs in "asked" (validator_index, date), by the mapping of
-- the date.
select
  asked.validator_index as validator_index,
  asked.date as date,
  vaEthClassEntity(
    arrayConcat(
      belongings.entities,
      -- Of a day without a mapping.
      if(
        belongings.is_known = 1 or addresses.withdrawal_address is null or changes.date > asked.date,
        [],
        [('withdrawalAddress', assumeNotNull(addresses.withdrawal_address))]
      )
    ),
    asked.validator_index
  ) as class,
  class.1 as id_type,
  class.2 as entity
from (select distinct validator_index, date from asked) as asked
left join (
  select days.date as date, validator_index, entities, 1 as is_known
  from int_eth_validator_entity_daily final
  inner join (
    select day, date
    from int_eth_day final
    where network = {network:String} and day_type = 'chain' and date in (select date from asked)
  ) as days on days.day = int_eth_validator_entity_daily.day
  where
    network = {network:String}
    and day_type = 'chain'
    -- In pairs, so that the key finds them: by day and by validator alone it would read whole days.
    and (day, validator_index) in (
      select told.day, asked.validator_index
      from asked
      inner join (
        select day, date
        from int_eth_day final
        where network = {network:String} and day_type = 'chain'
      ) as told on told.date = asked.date
    )
) as belongings on belongings.validator_index = asked.validator_index and belongings.date = asked.date
left join (
  select validator_index, withdrawal_address
  from dim_eth_validator final
  where network = {network:String} and validator_index in (select validator_index from asked)
) as addresses on addresses.validator_index = asked.validator_index
left join (
  select
    validator_index,
    vaEthChainDayDate(
      {genesisTime:UInt64}, {secondsPerSlot:UInt32}, {epochsPerDay:UInt32} * {slotsPerEpoch:UInt32},
      intDiv(min(slot), {epochsPerDay:UInt32} * {slotsPerEpoch:UInt32})
    ) as date
  from raw_eth_credential_change final
  where network = {network:String} and validator_index in (select validator_index from asked)
  group by validator_index
) as changes on changes.validator_index = asked.validator_index
