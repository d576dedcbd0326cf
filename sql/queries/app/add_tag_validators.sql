-- Adds public keys (in hex without prefix) to a private set, but for those that belong to it already.
insert into app_tag_validator (tag_id, pubkey, last_epoch, added_at, removed_at, version)
select
  {tagId:String},
  asked.pubkey,
  0,
  now64(6, 'UTC') as changed_at,
  null,
  greatest(toUInt64(toUnixTimestamp64Micro(changed_at)), known.version + 1)
from (
  select distinct toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48) as pubkey
) as asked
left join (
  select pubkey, removed_at, version
  from app_tag_validator final
  where tag_id = {tagId:String}
) as known on known.pubkey = asked.pubkey
where known.version = 0 or known.removed_at is not null
