-- How full the disks are, in bytes. Object storage has no end and is left out.
select
  name,
  free_space,
  total_space
from system.disks
where type = 'Local'
