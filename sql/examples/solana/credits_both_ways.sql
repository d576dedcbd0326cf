-- Do credits by votes and credits in the vote accounts agree?
-- Votes that were not rooted at an epoch's edges and expired lockouts explain differences; the rest is 0.
select
  epoch,
  vote_account,
  credits,
  vote_score,
  credit_difference - toInt64(carried_in_score) + toInt64(carried_out_score) + expired_score as unexplained
from solana_vote_credit_epoch
where network = 'mainnet' and credit_difference is not null
order by abs(unexplained) desc, epoch desc, vote_account asc
limit 20
