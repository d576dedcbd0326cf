-- Files of sql/ applied to this warehouse: the newest checksum of each.
select
  kind,
  name,
  checksum
from app_migration final
