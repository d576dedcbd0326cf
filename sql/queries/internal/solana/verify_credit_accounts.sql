-- Vote accounts whose credits of an epoch have a known limit.
select vote_account
from fct_solana_vote_credit_epoch final
where
  network = {network:String}
  and epoch = {point:UInt32}
  and vote_score + carried_in_score - carried_out_score is not null
