-- The page of facts, for statements that end with it. `facts` has kind, source, place (the sort order), height_kind,
-- height, block_hash, transaction_hash, item, expected, actual, fact_amount, fact_unit and counted: numbers with the
-- amount that the fact adds to each. It adds nothing to an unknown number.
select
  facts.kind as kind,
  facts.source as table,
  facts.height_kind as heightKind,
  toUInt64(facts.height) as height,
  facts.block_hash::Nullable(String) as blockHash,
  facts.transaction_hash::Nullable(String) as transactionHash,
  facts.item as item,
  facts.expected::Nullable(String) as expected,
  facts.actual::Nullable(String) as actual,
  facts.fact_amount::Nullable(Decimal(76, 24)) as amount,
  facts.fact_unit::Nullable(String) as unit,
  arrayFilter(
    part -> not has({unknownNumbers:Array(String)}, part.1), facts.counted
  )::Array(Tuple(number String, amount Decimal(76, 24))) as countsFor
from facts
where
  ({kind:Nullable(String)} is null or facts.kind = {kind:Nullable(String)})
  and (
    {number:Nullable(String)} is null
    or arrayExists(part -> part.1 = {number:Nullable(String)}, countsFor)
  )
-- Sorted by every column, or pages would lose some facts and repeat others.
-- allow page-order: facts that are alike in all of this are alike to readers, too
order by
  if({sortOrder:String} = 'desc', facts.place, null) desc nulls first,
  if({sortOrder:String} = 'desc', facts.height, null) desc nulls first,
  if({sortOrder:String} = 'desc', facts.source, null) desc nulls first,
  if({sortOrder:String} = 'desc', facts.kind, null) desc nulls first,
  if({sortOrder:String} = 'desc', facts.item, null) desc nulls first,
  if({sortOrder:String} = 'desc', transactionHash, null) desc nulls first,
  if({sortOrder:String} = 'desc', countsFor, []) desc,
  facts.place asc,
  facts.height asc,
  facts.source asc,
  facts.kind asc,
  facts.item asc,
  transactionHash asc,
  countsFor asc
limit {limit:UInt64} offset {offset:UInt64}
-- When a part of a union is read in the order of its key, the engine (26.7) stops after the page and counts no further
-- rows (4 of 10), so pages would end too early.
settings exact_rows_before_limit = 1, optimize_read_in_order = 0
