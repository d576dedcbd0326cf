-- Which balances changed by something that no reward, deposit or withdrawal explains?
-- An answer with rows means that a number is wrong, or that a fact has not come in: missing_inputs says what is
-- missing, and null is not counted as a difference.
select day, validator_index, start_balance_gwei, end_balance_gwei, residual_gwei
from eth_validator_reconciliation_daily
where network = 'mainnet' and day_type = 'utc' and residual_gwei != 0
order by day desc, abs(residual_gwei) desc, validator_index asc
limit 100
