-- Known facts of the epochs of a range, and the number of incomplete days that overlap them.
select
  facts.epoch as epoch,
  any(made.has_facts) as has_facts,
  any(made.is_paid) as is_paid,
  countIf(touched.is_complete = 0 and touched.network != '') as open_days
from raw_cardano_epoch as facts final
left join (select * from int_cardano_epoch final where network = {network:String}) as made on made.epoch = facts.epoch
left join (
  select network, is_complete, arrayJoin(range(first_epoch, epoch + 1)) as touched_epoch
  from int_cardano_day final
  where network = {network:String}
) as touched on touched.touched_epoch = facts.epoch
where facts.network = {network:String} and facts.epoch between {from:UInt32} and {to:UInt32}
group by facts.epoch
order by epoch
