-- What is known of the epochs of a range, and how many of the days that touch them are not complete.
select
  told.epoch as epoch,
  any(made.has_facts) as has_facts,
  any(made.is_paid) as is_paid,
  countIf(touched.is_complete = 0 and touched.network != '') as open_days
from raw_cardano_epoch as told final
left join (select * from int_cardano_epoch final where network = {network:String}) as made on made.epoch = told.epoch
left join (
  select network, is_complete, arrayJoin(range(first_epoch, epoch + 1)) as touched_epoch
  from int_cardano_day final
  where network = {network:String}
) as touched on touched.touched_epoch = told.epoch
where told.network = {network:String} and told.epoch between {from:UInt32} and {to:UInt32}
group by told.epoch
order by epoch
