-- What this warehouse has carried out of sql/: the newest checksum of each file.
select
  kind,
  name,
  checksum
from app_migration final
