-- When a backup of servers was last restored, in ISO 8601; empty: never. Backups no longer listed count, too.
select max(JSONExtractString(manifest, 'verifiedAt')) as verified_at
from app_backup final
