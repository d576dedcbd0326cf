-- Usage of the disks in this hour.
insert into app_disk
select
  name as disk,
  toStartOfHour(now('UTC')) as hour,
  free_space as free_bytes,
  total_space as total_bytes,
  toUnixTimestamp(now()) as version
from system.disks
where type = 'Local'
