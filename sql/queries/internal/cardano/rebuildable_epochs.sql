-- Epochs whose blocks are all stored.
select facts.epoch as epoch
from raw_cardano_epoch as facts final
inner join (
  select epoch, count() as blocks
  from raw_cardano_block final
  where network = {network:String}
  group by epoch
) as here on here.epoch = facts.epoch and here.blocks = facts.block_count
where facts.network = {network:String}
order by epoch
