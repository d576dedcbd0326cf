-- Adds public keys (in hex without prefix) to a private set, except those that already belong to it.
insert into app_tag_validator (tag_id, pubkey, last_epoch, added_at, removed_at, version)
select
  {tagId:String},
  given.pubkey,
  0,
  now64(6, 'UTC') as changed_at,
  null,
  greatest(toUInt64(toUnixTimestamp64Micro(changed_at)), known.version + 1)
from (
  select distinct toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48) as pubkey
) as given
left join (
  select pubkey, removed_at, version
  from app_tag_validator final
  where tag_id = {tagId:String}
) as known on known.pubkey = given.pubkey
where known.version = 0 or known.removed_at is not null
