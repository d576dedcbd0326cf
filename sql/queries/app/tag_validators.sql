-- What a private set knows of public keys (in hex without prefix): when each was removed; null where
-- it belongs to it.
select
  lower(hex(pubkey)) as pubkeyHex,
  last_epoch as lastEpoch,
  toString(toUnixTimestamp64Micro(removed_at)) as removedAtMicros
from app_tag_validator final
where
  tag_id = {tagId:String}
  and pubkey in (select toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48))
