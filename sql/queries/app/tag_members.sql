-- Validators that belong or belonged to a private set: days that begin after the last epoch don't count; null: all do.
select
  concat('0x', lower(hex(pubkey))) as pubkey,
  if(removed_at is null, null, last_epoch) as lastEpoch
from app_tag_validator final
where tag_id = {tagId:String} and (removed_at is null or toUnixTimestamp64Micro(removed_at) > 0)
order by pubkey asc
