-- Which validators changed the commission on inflation rewards, when, and from what to what?
select vote_account, day, before_bps, commission_bps
from (
  select
    vote_account,
    day,
    commission_bps,
    lagInFrame(commission_bps, 1, commission_bps) over (
      partition by vote_account
      order by day asc
      rows between 1 preceding and current row
    ) as before_bps
  from solana_validator_reward_daily
  where network = 'mainnet' and commission_bps is not null
)
where commission_bps != before_bps
order by day desc, vote_account asc
