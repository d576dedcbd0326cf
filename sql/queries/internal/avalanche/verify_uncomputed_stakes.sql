-- Stakes whose reward does not follow from the ingested blocks: most of them are older, and known from nodes.
select tx_id
from int_avalanche_stake final
where network = {network:String} and computed_reward_navax is null
group by tx_id
