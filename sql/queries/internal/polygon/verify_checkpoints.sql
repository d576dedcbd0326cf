-- A checkpoint by its event on the root chain.
select '' as subject, figure.1 as item, figure.2 as value
from raw_polygon_checkpoint final
array join
  [
    ('start_block', toString(start_block)),
    ('end_block', toString(end_block)),
    ('checkpoint_at_s', toString(toUnixTimestamp(checkpoint_at))),
    ('proposer', toString(proposer))
  ] as figure
where network = {network:String} and checkpoint = {point:UInt32}
