-- A shuffle compresses to no less than the bits of its largest index: 20 instead of 25 for a million validators.
alter table raw_eth_committee
  modify column validator_indices codec(T64)
