-- A block that no relay of those that answered delivered may be that of one that failed.
alter table raw_eth_relay_epoch
  add column if not exists requested_relays Array(LowCardinality(String)) comment 'Names of all relays that the listener requested then; empty: an older one did not say' codec(ZSTD(1)) after payload_count
