/* ---
grain: network, day_type, day, validator_index
reads: [raw_eth_credential_change, raw_eth_entity_key, raw_eth_self_report, dim_eth_depositor, dim_eth_network, dim_eth_validator]
window: entity_day
--- */
-- Entities of each validator on the date of a day. Only the most specific kind of key counts for a type. A validator
-- has one pool and one network of distributed validators, the latest by date, and any number of other entities.
insert into int_eth_validator_entity_daily
with
  -- Each is read once: a common table expression is planned, and run, wherever it is named.
  rows as (
    select
      toString(key_kind) as kind,
      if(key_kind = 'pubkey', unhex(substring(key, 3)), key) as bytes,
      toString(id_type) as id_type,
      entity,
      toInt32(ifNull(from_date, toDate32('1900-01-01'))) as since,
      transform(kind, ['withdrawal_address', 'deposit_address'], [1, 2], 3) as rank
    from raw_eth_entity_key final
    where
      network = {network:String}
      and (source, import_id) in (
        select arrayJoin(arrayZip({entity_sources:Array(String)}, {entity_imports:Array(UInt64)}))
      )
      and ifNull(from_date, toDate32('1900-01-01')) <= {date:Date32}
      and ifNull(to_date, toDate32('2299-12-31')) >= {date:Date32}
  ),
  -- Self reports of operators count where there is no import; of several reports the first.
  reports as (
    select
      'pubkey' as kind,
      vaBytes(pubkey) as bytes,
      arrayJoin(arrayFilter(
        one -> one.2 != '',
        [
          ('nodeOperator', argMin(operator, (reported_at, organization_id))),
          ('pool', argMin(ifNull(pool_tag, ''), (reported_at, organization_id)))
        ]
      )) as belonging,
      belonging.1 as id_type,
      belonging.2 as entity,
      toInt32(toDate32('1900-01-01')) as since,
      0 as rank
    from raw_eth_self_report final
    where network = {network:String} and reported_at <= {reported_until:DateTime64(6, 'UTC')}
    group by pubkey
  ),
  validators as (
    select
      registered.validator_index as validator_index,
      vaBytes(registered.pubkey) as pubkey,
      -- Without an import, the deposit address is the sender of the transaction that created the validator.
      deposits.depositor as depositor,
      -- A validator with BLS credentials in the state of the day's last epoch had no address.
      if(
        validator_index in (
          select validator_index
          from raw_eth_credential_change final
          where
            network = {network:String}
            and slot > {to_epoch:UInt32} * (
              select any(slots_per_epoch) from dim_eth_network final where network = {network:String}
            )
        ),
        '',
        ifNull(withdrawal_address, '')
      ) as withdrawal_address
    from dim_eth_validator as registered final
    left join (
      select validator_index, depositor from dim_eth_depositor final where network = {network:String}
    ) as deposits on deposits.validator_index = registered.validator_index
    -- Validators active by then: later ones do not belong to the day, whenever it is computed. A validator slashed in
    -- the epoch of its activation is penalised for the previous one.
    where network = {network:String} and activation_epoch <= {to_epoch:UInt32} + 1
  ),
  -- Entities by its key, index and withdrawal address, as (rank of the kind of key, type, entity, since).
  named as (
    select
      validators.validator_index as validator_index,
      any(validators.withdrawal_address) as withdrawal_address,
      arrayConcat(
        groupArrayIf((known.rank, known.id_type, known.entity, known.since), known.id_type != ''),
        if(
          any(validators.depositor) = '',
          [],
          [(0, 'depositAddress', any(validators.depositor), toInt32(toDate32('1900-01-01')))]
        )
      ) as named,
      arrayFilter(one -> one.2 = 'depositAddress', named) as deposits,
      arrayFilter(one -> one.1 = arrayMax(deposits.1), deposits).3 as deposit_addresses
    from (
      select
        *,
        arrayJoin([
          ('pubkey', pubkey), ('index', toString(validator_index)), ('withdrawal_address', withdrawal_address)
        ]) as lookup
      from validators
    ) as validators
    left join (
      select kind, bytes, id_type, entity, since, rank from rows where kind != 'deposit_address'
      union all
      select kind, bytes, id_type, entity, since, rank from reports
    ) as known on known.kind = validators.lookup.1 and known.bytes = validators.lookup.2
    group by validators.validator_index
  ),
  -- Together with the entities of the addresses that paid its deposit.
  found as (
    select
      named.validator_index as validator_index,
      any(named.withdrawal_address) as withdrawal_address,
      arrayConcat(any(named.named), groupArrayArray(deposited.ones)) as found
    from (
      select *, arrayJoin(if(empty(deposit_addresses), [''], deposit_addresses)) as address from named
    ) as named
    left join (
      select bytes, groupArray((rank, id_type, entity, since)) as ones
      from rows
      where kind = 'deposit_address' and id_type != 'depositAddress'
      group by bytes
    ) as deposited on deposited.bytes = named.address
    group by named.validator_index
  ),
  -- For each type, the entities of its best kind of key, the latest first, then by name.
  belongings as (
    select
      validator_index,
      withdrawal_address,
      arraySort(one -> (-one.1, -one.4, one.3), found) as ranked,
      arrayFlatten(arrayMap(
        own -> arrayMap(
          entity -> (own[1].2, entity),
          if(
            own[1].2 in ('pool', 'dvtNetwork'),
            [own[1].3],
            arrayDistinct(arrayFilter(one -> one.1 = own[1].1, own).3)
          )
        ),
        arrayMap(type -> arrayFilter(one -> one.2 = type, ranked), arrayDistinct(ranked.2))
      )) as entities
    from found
  )
select
  {network:String} as network,
  {day_type:String} as day_type,
  {day:UInt32} as day,
  validator_index,
  arraySort(
    arrayConcat(
      belongings.entities,
      -- Shares are derived from operators and pools unless they are named.
      if(
        has(belongings.entities.1, 'poolShare') or not has(belongings.entities.1, 'pool'),
        [],
        arrayMap(
          operator -> ('poolShare', concat(operator, ' - ', arrayFirst(one -> one.1 = 'pool', belongings.entities).2)),
          arrayFilter(one -> one.1 = 'nodeOperator', belongings.entities).2
        )
      ),
      if(withdrawal_address = '', [], [('withdrawalAddress', withdrawal_address)])
    )
  ) as entities,
  cityHash64(entities) as entities_hash,
  {version:UInt64} as version
from belongings
