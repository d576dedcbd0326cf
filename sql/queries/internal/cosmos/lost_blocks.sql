-- The day, if its records were computed from more blocks than are stored: retention has dropped some since.
select toString(recorded.day) as lost
from int_cosmos_day as recorded final
where
  recorded.network = {network:String}
  and recorded.day = {day:Date}
  and toUInt64(recorded.to_block) - recorded.from_block + 1 > (
    select count() from raw_cosmos_block final where network = {network:String} and day = {day:Date}
  )
