-- Pools of the last seven epochs whose payments differ from the ledger's formulas.
select 'rewards' as check, countIf(reward_residual != 0) as differing
from fct_cardano_pool_reward_epoch final
where
  network = {network:String}
  and epoch + 7 > (select max(epoch) from fct_cardano_pool_reward_epoch where network = {network:String})
