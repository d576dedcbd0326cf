-- Not `as day`: the condition would compare the text.
select distinct toString(day) as touched
from raw_cosmos_block
where network = {network:String} and day between {first:Date} and {last:Date}
