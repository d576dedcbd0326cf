-- Pools of the last seven epochs that were paid something else than the ledger's formulas say.
select 'rewards' as check, countIf(reward_residual != 0) as differing
from fct_cardano_pool_reward_epoch final
where
  network = {network:String}
  and epoch + 7 > (select max(epoch) from fct_cardano_pool_reward_epoch where network = {network:String})
