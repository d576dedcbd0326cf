-- Total usage of a key at all processes except one, whose rows may have several names.
select
  toString(sum(usage.request_count)) as requests,
  toString(sum(usage.compute_units)) as computeUnits
from app_usage_month as usage final
where usage.key_id = {keyId:String} and usage.server_id not in {serverIds:Array(String)}
