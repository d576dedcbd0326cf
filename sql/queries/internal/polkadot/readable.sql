-- Number of stored eras of a range, and how many of them no record of a day includes.
select
  count() as done,
  countIf(made.is_there = 0 or facts.era < made.from_era or facts.era > made.to_era) as outdated
from raw_polkadot_era as facts final
left join (
  select day, from_era, to_era, 1 as is_there from int_polkadot_day final where network = {network:String}
) as made on made.day = facts.day
where facts.network = {network:String} and facts.era between {from:UInt32} and {to:UInt32}
