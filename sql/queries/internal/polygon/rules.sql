-- Bor blocks for which a checkpoint gets the whole reward, as the contract was read last.
select rule.block_interval as block_interval
from raw_polygon_rule as rule final
where rule.network = {network:String}
