/* ---
grain: network, source_index
reads: [raw_eth_consolidation, int_eth_validator_entity_daily]
window: entity_day
--- */
-- Entities of the validators of consolidations on a UTC day; chain days have no rows.
insert into int_eth_consolidation_entity
with
  parties as (
    select source_index, epoch, arrayJoin([('source', source_index), ('target', target_index)]) as party
    from raw_eth_consolidation final
    where
      network = {network:String}
      and {day_type:String} = 'utc'
      and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
  ),
  classes as (
    select validator_index, vaEthClassEntity(entities, validator_index) as class
    from int_eth_validator_entity_daily final
    where
      network = {network:String}
      and day_type = {day_type:String}
      and day = {day:UInt32}
      and validator_index in (
        select arrayJoin([source_index, target_index])
        from raw_eth_consolidation final
        where
          network = {network:String}
          and {day_type:String} = 'utc'
          and epoch between {from_epoch:UInt32} and {to_epoch:UInt32}
      )
  )
select
  {network:String} as network,
  parties.source_index as source_index,
  any(parties.epoch) as epoch,
  toDate({date:Date32}) as date,
  anyIf(classes.class.1, parties.party.1 = 'source') as source_id_type,
  anyIf(classes.class.2, parties.party.1 = 'source') as source_entity,
  anyIf(classes.class.1, parties.party.1 = 'target') as target_id_type,
  anyIf(classes.class.2, parties.party.1 = 'target') as target_entity,
  {version:UInt64} as version
from parties
inner join classes on classes.validator_index = parties.party.2
group by source_index
