-- Which checkpoints paid something else than the rules of emission say, and which left a gap behind the one before?
select checkpoint, day, reward, emission_residual, range_residual, reward_residual
from polygon_checkpoint
where network = 'mainnet' and (emission_residual != 0 or range_residual != 0)
order by checkpoint desc
