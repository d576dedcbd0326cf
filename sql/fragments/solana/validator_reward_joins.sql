-- Rewards of validators by account, for accounts in any of these: the end of their statements.
from voters
full join led using (vote_account)
full join inflated using (vote_account)
full join tips using (vote_account)
full join passed using (vote_account)
full join existing using (vote_account)
left join tip_rates using (vote_account)
left join names using (vote_account)
