-- Snapshots between which a day is reconciled: the same for every validator, so the first row suffices.
select start_epoch, end_epoch
from fct_eth_validator_reconciliation_daily final
where network = {network:String} and day_type = {day_type:String} and day = {day:UInt32}
order by end_epoch desc, start_epoch asc
limit 1
