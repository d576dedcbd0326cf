-- Of which records a day of entities is made, and of which deposits: what becomes known of these makes it again.
alter table int_eth_entity_day
  add column if not exists day_version UInt64 default version
    comment 'Version of int_eth_day whose records these are made of; in rows of before this column their own'
    after day,
  add column if not exists deposit_checksum UInt64 default 0
    comment 'Checksum of whose deposits made validators of the day, as far as it was known; 0 without any'
    after day_version
