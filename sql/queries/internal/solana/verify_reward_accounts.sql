-- A sample of the accounts that may have been paid for an epoch, spread by hash: vote accounts, then stake accounts;
-- with the UTC day of the first block that pays.
with
  active as (
    select stake_account, vote_account
    from int_solana_stake_reward_epoch final
    where network = {network:String} and epoch = {point:UInt32}
  ),
  voters as (
    select vote_account as account from active where vote_account != ''
    union distinct
    select vote_account as account
    from raw_solana_voter final
    where network = {network:String} and epoch between {point:UInt32} and {point:UInt32} + 5
  ),
  first_block as (
    select min(day) as day
    from raw_solana_slot final
    where network = {network:String} and slot >= {paid_from:UInt32} and slot < {paid_from:UInt32} + 1000 and is_produced
  )
select account, toBool(place = 0) as is_voter, toString((select day from first_block)) as day
from (
  select 0 as place, account
  from voters
  order by cityHash64({point:UInt32}, account)
  limit {size:UInt32}
  union all
  select 1 as place, stake_account as account
  from active
  order by cityHash64({point:UInt32}, account)
  limit {size:UInt32}
)
order by place, account
