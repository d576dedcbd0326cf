-- Rows of each day by itself: one that is corrected replaces its own.
alter table int_eth_exit_request
  add column if not exists day UInt32 comment 'Chain day of which the registries told so; the earliest of several counts' after validator_index,
  modify order by (network, validator_index, day),
  comment column epoch 'Epoch in which its exit was decided on: the first one since which a registry of the day tells when it is',
  comment column version 'As of the day: the highest wins',
  modify comment 'One row per validator whose exit was decided on within the history, and chain day that tells so: since when that is known'
