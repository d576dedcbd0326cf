-- Windows are computed again when facts of their days are replaced, though as much is known of them.
alter table int_eth_entity_day
  add column if not exists facts_checksum UInt64 comment 'Checksum of what the records of the day are computed from; 0: computed before it was kept' after deposit_checksum
