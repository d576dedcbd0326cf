-- Number of open dead letters: all, or among some.
select toString(count()) as openCount
from app_dead_letter final
where
  state = 'open'
  and (empty({ids:Array(String)}) or dead_letter_id in {ids:Array(String)})
