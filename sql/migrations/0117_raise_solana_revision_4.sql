-- Fees that validators pass on are their delegators'.
alter table fct_solana_vote_credit_epoch
  comment column version 'Model revision, facts known, newest state: the highest wins'
