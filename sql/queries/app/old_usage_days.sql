-- Whether there is use of days before one.
select day
from app_usage_daily
where day < {before:Date}
limit 1
