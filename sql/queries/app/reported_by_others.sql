-- Public keys (in hex without prefix), of those given, that another organization reported first.
select lower(hex(pubkey)) as pubkeyHex
from raw_eth_self_report final
where
  network = {network:String}
  and pubkey in (select toFixedString(unhex(arrayJoin({pubkeys:Array(String)})), 48))
group by pubkey
having argMin(organization_id, (reported_at, organization_id)) != {organizationId:String}
order by pubkey asc
