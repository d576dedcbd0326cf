-- Dead letters that were requeued before a time and have not failed again.
select toString(dead_letter_id) as id
from app_dead_letter final
where
  state = 'requeued'
  and requeued_at < {before:DateTime64(3, 'UTC')}
limit {limit:UInt32}
