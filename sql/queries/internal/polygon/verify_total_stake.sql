-- Stake and number of validators with the duty to sign a checkpoint.
select '' as subject, figure.1 as item, figure.2 as value
from fct_polygon_checkpoint final
array join
  [
    ('total_stake_wei', toString(self_stake + delegated_stake)),
    ('validator_count', toString(validator_count))
  ] as figure
where network = {network:String} and checkpoint = {point:UInt32}
