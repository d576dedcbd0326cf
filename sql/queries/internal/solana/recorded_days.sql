-- Number of slots from which the records of days are computed, and of slots in which epochs were paid.
select concat('The day ', toString(day)) as name, toUInt64(sum(slot_count)) as slots
from int_solana_interval_part final
where network = {network:String} and day between {first_day:Date} and {last_day:Date}
group by day
union all
select concat('The pay of epoch ', toString(epoch)) as name, uniqExact(slot) as slots
from int_solana_stake_reward_epoch final
where network = {network:String} and epoch between {first_epoch:UInt32} and {last_epoch:UInt32} and slot > 0
group by epoch
order by name
