-- Days of validators, of the last seven, whose commission differs from their delegators' payments; and votes of the
-- last seven epochs whose credits from both sources differ by more than votes at an epoch's edges and expired lockouts
-- explain.
select
  'commission' as check,
  countIf(commission_residual_lamports != 0) as differing
from fct_solana_validator_reward_daily final
where
  network = {network:String}
  and day + 7 > (select max(day) from fct_solana_validator_reward_daily where network = {network:String})
union all
select
  'credits' as check,
  countIf(credit_difference - toInt64(carried_in_score) + toInt64(carried_out_score) + expired_score != 0) as differing
from fct_solana_vote_credit_epoch final
where
  network = {network:String}
  and epoch + 7 > (select max(epoch) from fct_solana_vote_credit_epoch where network = {network:String})
