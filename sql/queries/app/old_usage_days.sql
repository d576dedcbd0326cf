-- Whether there is usage of days before a date.
select day
from app_usage_daily
where day < {before:Date}
limit 1
