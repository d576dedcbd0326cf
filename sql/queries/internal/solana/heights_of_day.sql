-- Number of stored slots of a day, and the first and last of them.
select count() as found, min(slot) as first, max(slot) as last
from raw_solana_slot final
where network = {network:String} and day = {day:Date}
