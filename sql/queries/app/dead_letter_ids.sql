-- Identifiers that begin with a text; a few are enough to show that it is ambiguous.
select toString(dead_letter_id) as id, size_bytes as sizeBytes
from app_dead_letter final
where startsWith(toString(dead_letter_id), {prefix:String})
order by dead_letter_id asc
limit 4
