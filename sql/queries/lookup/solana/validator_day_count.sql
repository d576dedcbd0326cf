-- Number of days with a record of one validator.
select count() as total
from fct_solana_validator_performance_daily as record final
where record.network = {network:String} and record.vote_account = {voteAccount:String}
