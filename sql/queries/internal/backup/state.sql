-- Progress of a backup or a restore.
select
  toString(status) as status,
  error,
  query_id,
  num_files,
  total_size,
  num_entries,
  bytes_read
from system.backups
where id = {id:String}
