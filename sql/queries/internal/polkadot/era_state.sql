-- An era, with the number of rows that it announces and that are stored, and the number of claims and payments.
select
  toString(facts.day) as date,
  facts.validator_count as announced_validators,
  facts.exposure_count as announced_exposures,
  (
    select count() from raw_polkadot_validator final where network = {network:String} and era = {era:UInt32}
  ) as validators,
  (
    select count() from raw_polkadot_exposure final where network = {network:String} and era = {era:UInt32}
  ) as exposures,
  (
    select count() from raw_polkadot_claim final where network = {network:String} and era = {era:UInt32}
  ) + (
    select count() from raw_polkadot_payout final where network = {network:String} and era = {era:UInt32}
  ) as claims
from raw_polkadot_era as facts final
where facts.network = {network:String} and facts.era = {era:UInt32}
