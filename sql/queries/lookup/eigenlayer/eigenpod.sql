-- Whether a pod was ever deployed.
select 1 as found
from raw_eigenlayer_pod
where network = {network:String} and pod = toFixedString(unhex(substring({account:String}, 3)), 20)
limit 1
