-- Epochs whose blocks are all here.
select told.epoch as epoch
from raw_cardano_epoch as told final
inner join (
  select epoch, count() as blocks
  from raw_cardano_block final
  where network = {network:String}
  group by epoch
) as here on here.epoch = told.epoch and here.blocks = told.block_count
where told.network = {network:String}
order by epoch
