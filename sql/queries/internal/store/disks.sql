-- Usage of the disks in bytes. Object storage is unlimited and left out.
select
  name,
  free_space,
  total_space
from system.disks
where type = 'Local'
