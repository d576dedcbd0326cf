-- Identifiers that begin with a text; a few are enough to say that it is not one.
select toString(dead_letter_id) as id, size_bytes as sizeBytes
from app_dead_letter final
where startsWith(toString(dead_letter_id), {prefix:String})
order by dead_letter_id asc
limit 4
