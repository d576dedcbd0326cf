/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_tag_validator (
  tag_id String comment 'Private set, as in app_tag',
  pubkey FixedString(48) comment 'BLS public key, bytes; it need not be on the chain yet',
  last_epoch UInt32 comment 'Where it was removed: the last epoch that records covered by then. It counts on days that began until then',
  added_at DateTime64(6, 'UTC') comment 'Time at which it was last added. It counts on days before that, too',
  removed_at Nullable(DateTime64(6, 'UTC')) comment 'Time of removal; null: belongs to the set. 1970: counts on no day',
  version UInt64 comment 'Microseconds since 1970 of the change: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (tag_id, pubkey)
comment 'One row per private set and validator that was ever added to it'
