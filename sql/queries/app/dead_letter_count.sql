-- How many dead letters are open: all, or among some.
select toString(count()) as openCount
from app_dead_letter final
where
  state = 'open'
  and (empty({ids:Array(String)}) or dead_letter_id in {ids:Array(String)})
