-- Consolidations by UTC date and by the entity of the source.
select
  entities.date as date,
  entities.source_entity as sourceEntity,
  entities.source_id_type as sourceEntityType,
  count() as consolidatedValidators,
  sum(moved.amount_gwei) as consolidatedBalance
from
  /* include fragments/eth/requested_consolidations.sql */
where {entity:Nullable(String)} is null or entities.source_entity = {entity:Nullable(String)}
group by entities.date, entities.source_entity, entities.source_id_type
order by
  toUInt16(entities.date) * if({sortOrder:String} = 'desc', -1, 1) asc,
  sourceEntity asc,
  sourceEntityType asc
limit {limit:UInt64} offset {offset:UInt64}
-- The total number of rows is returned with the page.
settings exact_rows_before_limit = 1
