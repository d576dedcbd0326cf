-- Epochs whose accounts' payouts were returned by a node since they were compared.
select distinct made.network as network, made.epoch as epoch
from (
  select network, epoch, account
  from fct_solana_account_reconciliation_epoch final
  where account_type = 'vote' and told_reward_lamports is null and epoch > 0
) as made
where (made.network, toUInt32(made.epoch - 1), made.account) in (
  select network, epoch, account from raw_solana_payout
)
order by network, epoch
