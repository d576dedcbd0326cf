-- Days within a range of epochs whose records are made of less than is known of the execution of these; oldest first.
select
  toString(recorded.day_type) as day_type,
  recorded.day as day,
  toString(recorded.date) as date,
  recorded.start_epoch as from_epoch,
  recorded.end_epoch as to_epoch,
  recorded.is_complete as is_complete,
  recorded.version as version,
  recorded.execution_fact_count as facts,
  sum(blocks.facts) as known_facts
from (
  select *, arrayJoin(range(start_epoch, end_epoch + 1)) as epoch
  from int_eth_day final
  where
    network = {network:String}
    and start_epoch >= {from:UInt32}
    and end_epoch <= {to:UInt32}
) as recorded
inner join (
  select epoch, sum(execution_fact_count) as facts
  from fct_eth_block final
  where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
  group by epoch
) as blocks on blocks.epoch = recorded.epoch
group by all
having known_facts > facts
order by day, day_type
