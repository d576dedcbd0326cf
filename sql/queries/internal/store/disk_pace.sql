-- Current usage of each disk, and its usage at the first measurement within some days.
select
  disks.name as disk,
  disks.free_space as free_bytes,
  disks.total_space as total_bytes,
  before.free_bytes as free_bytes_before,
  before.seconds as seconds
from (select name, free_space, total_space from system.disks where type = 'Local') as disks
inner join (
  select
    disk,
    argMin(free_bytes, version) as free_bytes,
    dateDiff('second', fromUnixTimestamp(toUInt32(min(version))), now()) as seconds
  from app_disk final
  where hour >= now('UTC') - toIntervalDay({days:UInt32})
  group by disk
) as before on before.disk = disks.name
order by disk
