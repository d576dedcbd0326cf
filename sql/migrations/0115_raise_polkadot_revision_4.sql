-- Actual payments are read from events.
alter table fct_polkadot_claim_era
  comment column version 'Model revision, then read_era, then pages of the era whose payment was read: the highest wins'
