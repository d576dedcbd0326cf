-- Where do the payments reported by Koios differ from the ledger's formulas?
select epoch, pool, leader_reward, member_reward, ledger_leader_reward, ledger_member_reward, reward_residual
from cardano_pool_reward_epoch
where network = 'mainnet' and reward_residual != 0
order by epoch desc, abs(reward_residual) desc
