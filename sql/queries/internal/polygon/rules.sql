-- Bor blocks for which a checkpoint gets the whole reward, as last read from the contract.
select rule.block_interval as block_interval
from raw_polygon_rule as rule final
where rule.network = {network:String}
