-- The epochs that overlap a UTC day and have stored facts, and those that start on it, which make it a payment day.
select
  count() as epochs,
  min(touched.epoch) as first_epoch,
  max(touched.epoch) as epoch,
  sum(
    least(touched.end_at, toDateTime({day:Date} + 1, 'UTC')) - greatest(touched.start_at, toDateTime({day:Date}, 'UTC'))
  ) as covered_seconds,
  minOrNullIf(touched.epoch, touched.start_at >= toDateTime({day:Date}, 'UTC')) as first_started,
  sum(touched.block_count) as blocks,
  sum(touched.is_paid) as known_count,
  max(touched.read_at) as read_at
from int_cardano_epoch as touched final
where
  touched.network = {network:String}
  and touched.has_facts = 1
  and touched.start_at < toDateTime({day:Date} + 1, 'UTC')
  and touched.end_at > toDateTime({day:Date}, 'UTC')
