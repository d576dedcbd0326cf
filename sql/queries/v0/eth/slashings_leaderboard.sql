-- Entities by slashed validators, or by validators slashed by their blocks: most first, then by id.
with
  /* include fragments/eth/dated_slashings.sql */,
  parties as (
    select
      if({slashingRole:String} = 'slashed', slashings.validator_index, slashings.proposer_index) as validator_index,
      slashings.date as date,
      slashings.slot as slot
    from slashings
  ),
  requested as (
    select validator_index, date
    from parties
  ),
  entities as (
    /* include fragments/eth/class_entities.sql */
  ),
  ranked as (
    select
      entities.entity as entity,
      entities.id_type as id_type,
      count() as slashes,
      -- The lower median of an even number.
      arraySort(groupArray(parties.slot))[intDiv(count() + 1, 2)] as median_slot
    from parties
    inner join entities on entities.validator_index = parties.validator_index and entities.date = parties.date
    group by entity, id_type
  ),
  counts as (
    select
      arrayJoin(
        [('validator', toString(validator_index)), ('withdrawalAddress', ifNull(withdrawal_address, ''))]
      ) as party,
      count() as validator_count
    from dim_eth_validator final
    where
      network = {network:String}
      and activation_epoch <= (select last_epoch from last_days)
      and (exit_epoch is null or exit_epoch > (select last_epoch from last_days))
      and (
        withdrawal_address in (select entity from ranked where id_type = 'withdrawalAddress')
        or toString(validator_index) in (select entity from ranked where id_type = 'validator')
      )
    group by party
    union all
    select (toString(id_type), entity) as party, toUInt64(validator_count) as validator_count
    from fct_eth_entity_window final
    where
      network = {network:String}
      and time_window = '1d'
      and id_type in ('pool', 'nodeOperator', 'depositAddress')
      and (id_type, entity) in (select id_type, entity from ranked)
  )
select
  ranked.entity as id,
  ranked.id_type as idType,
  ranked.slashes as slashes,
  formatDateTime(
    toDateTime({genesisTime:UInt64} + ranked.median_slot * {secondsPerSlot:UInt32}, 'UTC'), '%b %Y'
  ) as medianSlashedMonth,
  multiIf(
    {slashingRole:String} = 'slashed', 'NA',
    slashes <= 5, 'Noob Saibot',
    slashes <= 10, 'Reptile',
    slashes <= 15, 'Sub Zero',
    slashes <= 20, 'Scorpion',
    slashes <= 30, 'Prince Goro',
    slashes <= 50, 'Shang Tsung',
    'Shao Khan'
  ) as slasherPedigree,
  {slashingRole:String} as slashingRole,
  -- allow optional-default: an entity that is not counted has no validators now
  counts.validator_count as validatorCount
from ranked
left join counts on counts.party = (ranked.id_type, ranked.entity)
-- allow page-order: the joined tables have one row per type and id
order by slashes desc, id asc, idType asc
limit {size:UInt64} offset {from:UInt64}
settings exact_rows_before_limit = 1
