-- Validators (public keys in hex without prefix) that an organization reports as its own, again or for the first time.
insert into raw_eth_self_report (network, pubkey, organization_id, operator, pool_tag, reported_at, version)
select
  {network:String},
  given.pubkey,
  {organizationId:String},
  {operator:String},
  {poolTag:Nullable(String)},
  if(known.version = 0, now64(6, 'UTC') as changed_at, known.reported_at),
  greatest(toUInt64(toUnixTimestamp64Micro(changed_at)), known.version + 1)
from (
  select distinct toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48) as pubkey
) as given
left join (
  select pubkey, reported_at, version
  from raw_eth_self_report final
  where network = {network:String} and organization_id = {organizationId:String}
) as known on known.pubkey = given.pubkey
