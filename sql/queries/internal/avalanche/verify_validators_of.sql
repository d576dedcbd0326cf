-- Validators of stakes, by the transactions that started them.
select distinct node_id
from int_avalanche_stake
where network = {network:String} and tx_id in {transactions:Array(String)}
