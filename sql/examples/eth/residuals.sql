-- Which balances changed by an amount that no reward, deposit or withdrawal explains?
-- A row means that a number is wrong, or that a fact has not been ingested: missing_inputs lists what is missing, and
-- null does not count as a difference.
select day, validator_index, start_balance_gwei, end_balance_gwei, residual_gwei
from eth_validator_reconciliation_daily
where network = 'mainnet' and day_type = 'utc' and residual_gwei != 0
order by day desc, abs(residual_gwei) desc, validator_index asc
limit 100
