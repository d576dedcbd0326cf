-- Days with written records but missing entity records, or entity records of earlier day records or, while deposits are
-- stored, from fewer known deposits; oldest first.
select
  recorded.day_type as day_type,
  recorded.day as day,
  recorded.date as date,
  recorded.start_epoch as from_epoch,
  recorded.end_epoch as to_epoch,
  recorded.is_complete as is_complete,
  recorded.version as version
from (
  select
    network,
    toString(day_type) as day_type,
    day,
    toString(date) as date,
    start_epoch,
    end_epoch,
    end_epoch + 1 as last_activation,
    is_complete,
    version
  from int_eth_day final
  where network = {network:String}
) as recorded
left join (
  select toString(day_type) as day_type, day, day_version, deposit_checksum
  from int_eth_entity_day final
  where network = {network:String}
) as made on made.day_type = recorded.day_type and made.day = recorded.day
asof left join (
  select
    {network:String} as network,
    activation_epoch,
    sum(activated.checksum) over (
      order by activation_epoch asc
      rows between unbounded preceding and current row
    ) as checksum
  from (
    select
      assumeNotNull(validators.activation_epoch) as activation_epoch,
      sum(cityHash64(validators.validator_index, toString(deposits.depositor))) as checksum
    from (
      select validator_index, pubkey, activation_eligibility_epoch, activation_epoch
      from dim_eth_validator final
      where network = {network:String} and activation_epoch is not null
    ) as validators
    inner join (
      /* include fragments/eth/first_deposits.sql */
    ) as deposits on deposits.pubkey = validators.pubkey
    where ifNull(deposits.deposit_epoch < validators.activation_eligibility_epoch, 1)
    group by activation_epoch
  ) as activated
) as known on known.network = recorded.network and recorded.last_activation >= known.activation_epoch
where
  made.day_version < recorded.version
  or (
    made.deposit_checksum != known.checksum
    and (recorded.day_type, recorded.day) in (
      select toString(day_type), day
      from fct_eth_entity_performance_daily
      where network = {network:String} and id_type = 'network'
    )
  )
order by day, day_type
