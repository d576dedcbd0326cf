/* ---
height: none
fed_by: serve
keep: forever
--- */
create table if not exists app_tag_validator (
  tag_id String comment 'Private set, as in app_tag',
  pubkey FixedString(48) comment 'BLS public key, bytes; the validator may not exist on the chain yet',
  last_epoch UInt32 comment 'For a removed validator, the last epoch with records at the removal. It counts on days that began by then',
  added_at DateTime64(6, 'UTC') comment 'Time at which it was last added. It counts on earlier days, too',
  removed_at Nullable(DateTime64(6, 'UTC')) comment 'Time of removal; null if it belongs to the set. 1970: counts on no day',
  version UInt64 comment 'Time of the change, microseconds since 1970: the highest wins'
)
engine = ReplacingMergeTree(version)
order by (tag_id, pubkey)
comment 'One row per private set and validator that was ever added to it'
