-- Which checkpoints paid other rewards than the emission rules give, and which left a gap after the previous one?
select checkpoint, day, reward, emission_residual, range_residual, reward_residual
from polygon_checkpoint
where network = 'mainnet' and (emission_residual != 0 or range_residual != 0)
order by checkpoint desc
