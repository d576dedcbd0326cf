-- A schedule of upgrades that a node reported later in the chain replaces an earlier one.
alter table dim_avalanche_network
  comment column version '1 for the default; 2 and the height of the message when a node reported the upgrade: the highest wins'
