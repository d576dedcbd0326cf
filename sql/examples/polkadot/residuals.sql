-- Where does what was claimed differ from what was earned by more than rounding?
-- Each nominator's part is rounded down on the chain: less than a planck for each of them.
select era, validator, earned_delegator_planck, claimed_delegator_planck, residual_planck
from polkadot_claim_era
where network = 'polkadot' and (residual_planck < 0 or residual_planck > 100000)
order by era desc, validator asc
