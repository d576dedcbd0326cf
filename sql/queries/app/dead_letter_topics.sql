-- Open dead letters by topic.
select
  topic,
  count() as open
from app_dead_letter final
where state = 'open'
group by topic
order by topic asc
