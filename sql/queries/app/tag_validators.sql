-- State of public keys (in hex without prefix) in a private set: when each was removed; null if it belongs to the set.
select
  lower(hex(pubkey)) as pubkeyHex,
  last_epoch as lastEpoch,
  toString(toUnixTimestamp64Micro(removed_at)) as removedAtMicros
from app_tag_validator final
where
  tag_id = {tagId:String}
  and pubkey in (select toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48))
