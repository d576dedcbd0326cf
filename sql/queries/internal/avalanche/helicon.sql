-- Time from which the minimum reward rate falls, in seconds; null: never.
select toUInt64(toUnixTimestamp(helicon_at)) as helicon
from dim_avalanche_network final
where network = {network:String}
