/* ---
grain: network, day_type, day, validator_index
reads: [raw_eth_credential_change, raw_eth_entity_import, raw_eth_entity_key, raw_eth_self_report, dim_eth_network, dim_eth_validator]
window: entity_day
--- */
-- To whom each validator belongs on the date of a day. Of a type only the most specific kind of key counts. A validator
-- has one pool and one network of distributed validators, the latest by date, and any number of others.
insert into int_eth_validator_entity_daily
with
  imports as (
    select source, max(import_id)
    from raw_eth_entity_import final
    where network = {network:String}
    group by source
  ),
  rows as (
    select key, key_kind, id_type, entity, ifNull(from_date, toDate32('1900-01-01')) as since
    from raw_eth_entity_key final
    where
      network = {network:String}
      and (source, import_id) in (imports)
      and ifNull(from_date, toDate32('1900-01-01')) <= {date:Date32}
      and ifNull(to_date, toDate32('2299-12-31')) >= {date:Date32}
  ),
  -- Who had BLS credentials in the state of the day's last epoch.
  without_address as (
    select validator_index
    from raw_eth_credential_change final
    where
      network = {network:String}
      and slot > {to_epoch:UInt32} * (
        select any(slots_per_epoch) from dim_eth_network final where network = {network:String}
      )
  ),
  validators as (
    select
      validator_index,
      pubkey,
      if(validator_index in (without_address), '', ifNull(withdrawal_address, '')) as withdrawal_address
    from dim_eth_validator final
    -- Those that were active by then: who came later is not of the day, whenever it is made. Who is slashed in the
    -- epoch of its activation pays for the one before.
    where network = {network:String} and activation_epoch <= {to_epoch:UInt32} + 1
  ),
  -- By kind of key, from the least specific one.
  named as (
    select
      validators.validator_index as validator_index, rows.id_type as id_type, rows.entity as entity, since, 3 as rank
    from validators
    inner join (
      select unhex(substring(key, 3)) as key, id_type, entity, since from rows where key_kind = 'pubkey'
    ) as rows on rows.key = validators.pubkey
    union all
    select
      validators.validator_index as validator_index, rows.id_type as id_type, rows.entity as entity, since, 3 as rank
    from validators
    inner join (
      select toUInt32(key) as key, id_type, entity, since from rows where key_kind = 'index'
    ) as rows on rows.key = validators.validator_index
    union all
    select
      validators.validator_index as validator_index, rows.id_type as id_type, rows.entity as entity, since, 1 as rank
    from validators
    inner join (
      select key, id_type, entity, since from rows where key_kind = 'withdrawal_address'
    ) as rows on rows.key = validators.withdrawal_address
    union all
    -- What operators say of themselves counts where nothing is imported; of several the first to say so.
    select
      validators.validator_index as validator_index,
      reports.belonging.1 as id_type,
      reports.belonging.2 as entity,
      toDate32('1900-01-01') as since,
      0 as rank
    from validators
    inner join (
      select
        pubkey,
        arrayJoin(arrayFilter(
          one -> one.2 != '',
          [
            ('nodeOperator', argMin(operator, (reported_at, organization_id))),
            ('pool', argMin(ifNull(pool_tag, ''), (reported_at, organization_id)))
          ]
        )) as belonging
      from raw_eth_self_report final
      where network = {network:String}
      group by pubkey
    ) as reports on reports.pubkey = validators.pubkey
  ),
  deposited as (
    select validator_index, entity as address
    from (
      select validator_index, entity, rank, max(rank) over (partition by validator_index) as best
      from named
      where id_type = 'depositAddress'
    )
    where rank = best
  ),
  found as (
    select validator_index, id_type, entity, since, rank from named
    union all
    select
      deposited.validator_index as validator_index, rows.id_type as id_type, rows.entity as entity, since, 2 as rank
    from deposited
    inner join (
      select key, id_type, entity, since from rows where key_kind = 'deposit_address' and id_type != 'depositAddress'
    ) as rows on rows.key = deposited.address
  ),
  -- Of each type the entities of its best kind of key, the latest first; of equals the first by name.
  best as (
    select validator_index, id_type, arraySort(one -> (-one.1, one.2), groupArray((toInt32(since), entity))) as ones
    from (
      select *, max(rank) over (partition by validator_index, id_type) as best_rank
      from found
    )
    where rank = best_rank
    group by validator_index, id_type
  ),
  belongings as (
    select
      validator_index,
      groupArrayArray(
        arrayMap(
          entity -> (id_type, entity),
          if(id_type in ('pool', 'dvtNetwork'), [ones[1].2], arrayDistinct(ones.2))
        )
      ) as entities
    from best
    group by validator_index
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  {day:UInt32} as day,
  validators.validator_index as validator_index,
  arraySort(
    arrayConcat(
      belongings.entities,
      -- Shares follow from operators and pools unless they are named.
      if(
        has(belongings.entities.1, 'poolShare') or not has(belongings.entities.1, 'pool'),
        [],
        arrayMap(
          operator -> ('poolShare', concat(operator, ' - ', arrayFirst(one -> one.1 = 'pool', belongings.entities).2)),
          arrayFilter(one -> one.1 = 'nodeOperator', belongings.entities).2
        )
      ),
      if(validators.withdrawal_address = '', [], [('withdrawalAddress', validators.withdrawal_address)])
    )
  ) as entities,
  {version:UInt64} as version
from validators
left join belongings on belongings.validator_index = validators.validator_index
