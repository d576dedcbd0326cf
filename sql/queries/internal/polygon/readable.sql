-- Number of computed checkpoints of a range, and how many of them no record of a day includes.
select
  count() as done,
  countIf(
    made.is_there = 0
    or facts.checkpoint < made.from_checkpoint
    or facts.checkpoint > made.to_checkpoint
  ) as outdated
from fct_polygon_checkpoint as facts final
left join (
  select day, from_checkpoint, to_checkpoint, 1 as is_there
  from int_polygon_day final
  where network = {network:String}
) as made on made.day = facts.day
where facts.network = {network:String} and facts.checkpoint between {from:UInt32} and {to:UInt32}
