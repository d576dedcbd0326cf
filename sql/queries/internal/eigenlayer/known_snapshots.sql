-- Snapshots that were read, with their roots.
select toUInt16(snapshot) as snapshot, root_index
from raw_eigenlayer_snapshot final
where network = {network:String}
