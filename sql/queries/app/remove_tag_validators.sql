-- Removes public keys (in hex without prefix) from a private set, each as of a time and a last epoch of its own.
insert into app_tag_validator (tag_id, pubkey, last_epoch, added_at, removed_at, version)
with
  arrayMap(pubkey -> toFixedString(unhex(pubkey), 48), {pubkeys:Array(String)}) as given_pubkeys,
  indexOf(given_pubkeys, member.pubkey) as position
select
  tag_id,
  pubkey,
  {lastEpochs:Array(UInt32)}[position],
  added_at,
  fromUnixTimestamp64Micro({removedAtMicros:Array(Int64)}[position], 'UTC'),
  greatest(toUInt64(toUnixTimestamp64Micro(now64(6, 'UTC'))), version + 1)
from app_tag_validator as member final
where tag_id = {tagId:String} and removed_at is null and position > 0
