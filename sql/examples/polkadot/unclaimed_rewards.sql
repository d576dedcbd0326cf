-- Which validators have unclaimed pages of rewards, and how much is left on them?
-- Rewards older than 84 eras can no longer be claimed.
select
  era,
  validator,
  page_count - claimed_page_count as open_pages,
  toFloat64(earned_validator_planck + earned_delegator_planck - claimed_validator_planck - claimed_delegator_planck)
    / 1e10 as open_dot
from polkadot_claim_era
where network = 'polkadot' and claimed_page_count < page_count
order by era asc, open_dot desc
