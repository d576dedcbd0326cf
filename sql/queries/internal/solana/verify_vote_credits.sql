-- The credits of an epoch that the node returned for some vote accounts, or the most that their votes explain: the
-- score of votes for blocks of the epoch, plus earlier ones rooted in it, less those not rooted at its end.
select
  toString(vote_account) as subject,
  'vote_credits' as item,
  toString(least(
    toInt64(assumeNotNull(vote_score + carried_in_score - carried_out_score)),
    toInt64OrZero({credits:Array(String)}[indexOf({accounts:Array(String)}, toString(vote_account))])
  )) as value,
  (
    select toString(day) from raw_solana_slot final where network = {network:String} and slot = {epoch_to:UInt32}
  ) as date
from fct_solana_vote_credit_epoch final
where
  network = {network:String}
  and epoch = {point:UInt32}
  and has({accounts:Array(String)}, toString(vote_account))
  and vote_score + carried_in_score - carried_out_score is not null
