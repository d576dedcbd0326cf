-- Number of stored epochs of a UTC day, and the first and last of them.
select count() as found, min(epoch) as first, max(epoch) as last
from int_cardano_epoch final
where
  network = {network:String}
  and has_facts = 1
  and start_at < toDateTime({day:Date} + 1, 'UTC')
  and end_at > toDateTime({day:Date}, 'UTC')
