-- When a backup of servers was last restored, in ISO 8601; empty: none was. One that is listed no more counts.
select max(JSONExtractString(manifest, 'verifiedAt')) as verified_at
from app_backup final
